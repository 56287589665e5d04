import { Client, type Dispatcher } from 'undici';
import { median, percentile } from './report.ts';

/** One request that a connection sends again and again. Its id is the connection's own. */
export type MakeAsk = (id: number) => Ask;

export interface Ask {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What every answer has in it. */
  readonly expects: string;
}

export interface Load {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Keeps so many connections busy for so long, each with the next request as soon as it has its answer. */
export async function runLoad(makeAsk: MakeAsk, connections: number, seconds: number): Promise<Load> {
  const tookMs: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  const asks = Array.from({ length: connections }, (_, at) => makeAsk(at + 1));
  await Promise.all(asks.map((ask) => keepAsking({ ask, until, tookMs })));
  const elapsed = (performance.now() - began) / 1_000;
  return {
    calls: tookMs.length,
    perSecond: tookMs.length / elapsed,
    p50: median(tookMs),
    p99: percentile(tookMs, 0.99),
  };
}

interface Asking {
  readonly ask: Ask;
  readonly until: number;
  readonly tookMs: number[];
}

/** Without a promise for each request, so that the generator takes as little of the machine as it can. */
function keepAsking({ ask, until, tookMs }: Asking): Promise<void> {
  const client = new Client(new URL(ask.url).origin);
  const { headers, body, expects } = ask;
  const request = { method: 'POST', path: new URL(ask.url).pathname, headers, body } as const;
  const asked = new Promise<void>((resolve, reject) => {
    let started = 0;
    let isRight = false;
    let last = '';
    const next = (): void => {
      started = performance.now();
      isRight = false;
      client.dispatch(request, handler);
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData(_, chunk) {
        if (chunk.includes(expects)) isRight = true;
        else last = chunk.toString('utf8', 0, 500);
      },
      onResponseEnd() {
        const now = performance.now();
        if (!isRight) return reject(new Error(`${ask.url} answered ${last}`));
        tookMs.push(now - started);
        return now < until ? next() : resolve();
      },
      onResponseError: (_, error) => reject(error),
    };
    next();
  });
  return asked.finally(() => void client.close());
}
