import type { AgentCall } from '@patchbay/api';
import { fail, isJsonObject, reasonOf, type JsonObject } from '@patchbay/contracts';

const timeoutMs = 30_000;

/** Calls a function of an agent as other agents do: one request, without any greeting. */
export async function callAgent({ endpoint, name, args, headers }: AgentCall): Promise<JsonObject> {
  const broken = (reason: string, cause?: unknown) =>
    fail('MESH_CALL_FAILED', { agent: endpoint, reason }, cause);
  let answer: unknown;
  try {
    const response = await fetch(`${endpoint}/mcp`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'X-Mesh-Timeout': String(timeoutMs / 1_000),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    answer = parseAnswer(await response.text());
  } catch (error) {
    throw broken(reasonOf(error), error);
  }
  if (isJsonObject(answer) && isJsonObject(answer['result'])) return answer['result'];
  const error =
    isJsonObject(answer) && isJsonObject(answer['error']) ? answer['error']['message'] : undefined;
  throw broken(typeof error === 'string' ? error : 'its answer is none.');
}

/** JSON, or the last event of a stream that has it. */
function parseAnswer(text: string): unknown {
  if (!/^(?:event|data|id|:)/.test(text)) return JSON.parse(text);
  const data = text.split('\n').filter((line) => line.startsWith('data:'));
  return JSON.parse((data.at(-1) ?? '').slice('data:'.length));
}
