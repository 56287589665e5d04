import type { IncomingMessage } from 'node:http';
import { fail, isDeeperThan } from '@patchbay/contracts';

const maxBodyBytes = 4 * 1024 * 1024;
const maxDepth = 64;

/** The body as JSON, read once, within every limit that keeps a stranger's bytes from hurting. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  assertMediaType(request);
  const bytes = await readBytes(request);
  if (isDeeperThan(bytes, maxDepth))
    throw malformed(`its JSON is nested deeper than ${String(maxDepth)} levels.`);
  return parse(bytes);
}

function assertMediaType({ headers }: IncomingMessage): void {
  const type = headers['content-type'] ?? 'nothing';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (type !== 'application/json' && !/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type))
    throw fail('MEDIA_TYPE_UNSUPPORTED', { got: type.slice(0, 100) });
  if (encoding !== 'identity')
    throw fail('MEDIA_TYPE_UNSUPPORTED', { got: `${encoding.slice(0, 40)}-encoded` });
}

/** Counted as it arrives: a header may lie about the length, or be missing. */
function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyBytes) {
        chunks.length = 0; // what still comes is read and dropped, so that the answer can be seen
        reject(fail('BODY_TOO_LARGE', { maxBytes: maxBodyBytes }));
      } else chunks.push(chunk);
    });
    request.on('end', () => {
      const [only, ...others] = chunks;
      resolve(only && others.length === 0 ? only : Buffer.concat(chunks));
    });
    const endEarly = (): void => {
      if (!request.readableEnded) reject(malformed('its body ended early.'));
    };
    if (request.destroyed) return endEarly(); // then nothing more is heard of it
    request.on('close', endEarly);
    request.on('error', endEarly);
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parse(bytes: Buffer): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed('its text is not UTF-8.');
  }
  const value = parseText(text);
  // Only text with the word in it, or with an escape that may spell it, is worth the walk.
  if ((text.includes('__proto__') || text.includes('\\u')) && hasPrototypeKey(value))
    throw malformed('its JSON has a key "__proto__".');
  return value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('the body is not JSON.');
  }
}

/** A key that means something to JavaScript itself is never ours. */
function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}

function malformed(reason: string) {
  return fail('REQUEST_MALFORMED', { reason });
}
