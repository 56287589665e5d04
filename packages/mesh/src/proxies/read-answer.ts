import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { readEvents } from './read-events.ts';

/** More than that is not an answer but a flood. */
const maxResponseBytes = 10 * 1024 * 1024;

/** What a server answered to one request, whichever way it chose. */
export async function readAnswer(
  response: Response,
  id: string,
  onProgress: (message: string) => void,
): Promise<JsonObject | undefined> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.body || !type.startsWith('text/event-stream')) return readJson(response);
  for await (const data of readEvents(response.body, maxResponseBytes)) {
    const message = parse(data);
    if (message?.['id'] === id) return message;
    if (message?.['method'] === 'notifications/progress') tell(message, onProgress);
  }
  return undefined;
}

function tell({ params }: JsonObject, onProgress: (message: string) => void): void {
  const message = isJsonObject(params) ? params['message'] : undefined;
  if (typeof message === 'string') onProgress(message);
}

async function readJson(response: Response): Promise<JsonObject | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes)
      throw new RangeError(`the answer is longer than ${String(maxResponseBytes)} bytes.`);
    chunks.push(chunk);
  }
  return parse(Buffer.concat(chunks).toString());
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
