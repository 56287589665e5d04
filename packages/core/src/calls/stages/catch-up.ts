import type { AskedCall, Stage, Step, TrailedCall } from '../call.ts';

export interface CatchUpDeps {
  /**
   * Resolves when the hub has read the tools of the server that is meant, if it said that they are others and that
   * matters; undefined, as nearly always, when there is nothing to wait for.
   */
  readonly catchUp: (call: AskedCall) => Promise<void> | undefined;
}

/** What was announced counts before it is read: a call does not slip in between. */
export function catchUp({ catchUp: news }: CatchUpDeps): Stage<TrailedCall> {
  return (next) => (call) => {
    const reading = news(call);
    return reading ? callAfter(reading, call, next) : next(call);
  };
}

async function callAfter(reading: Promise<void>, call: TrailedCall, next: Step<TrailedCall>) {
  await reading;
  return next(call);
}
