import type { JsonObject, RpcId } from '@patchbay/contracts';
import { piecesOf } from '../pieces.ts';
import type { AgentResponse } from './http.ts';

type Run = (progress: (message: string) => void) => Promise<JsonObject>;

/** Progress as it comes, and the answer as the last event. */
export function streamAnswer(progressToken: RpcId, run: Run): AgentResponse {
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  };
  return { status: 200, headers, body: eventsOf(progressToken, run) };
}

async function* eventsOf(progressToken: RpcId, run: Run): AsyncGenerator<string, void, undefined> {
  const pieces = piecesOf(run);
  for (let progress = 1; ; progress += 1) {
    const { done, value } = await pieces.next();
    if (done === true) return yield eventOf(value);
    const params = { progressToken, progress, message: value };
    yield eventOf({ jsonrpc: '2.0', method: 'notifications/progress', params });
  }
}

function eventOf(message: JsonObject): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
