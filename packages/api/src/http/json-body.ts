import { fail, isDeeperThan } from '@patchbay/contracts';
import { printable } from './printable.ts';

const maxBodyBytes = 4 * 1024 * 1024;
const maxDepth = 64;
const maxKeys = 10_000;

/** The body as JSON, within every limit that keeps a stranger's bytes from hurting. Undefined when it is empty. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  assertMediaType(request);
  if (isDeeperThan(bytes, maxDepth))
    throw malformed(`its JSON is nested deeper than ${String(maxDepth)} levels.`);
  const value = parse(bytes);
  assertKeys(value);
  return value;
}

/** Counted as it arrives: a header may lie about the length, or be missing. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    length += chunk.length;
    if (length > maxBodyBytes) throw fail('BODY_TOO_LARGE', { maxBytes: maxBodyBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throw malformed('its body ended early.');
  }
}

function assertMediaType({ headers }: Request): void {
  const type = headers.get('content-type') ?? 'nothing';
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (!/^application\/json\s*(?:;\s*charset=utf-8\s*)?$/i.test(type))
    throw fail('MEDIA_TYPE_UNSUPPORTED', { got: printable(type) });
  if (encoding !== 'identity')
    throw fail('MEDIA_TYPE_UNSUPPORTED', { got: `${printable(encoding, 40)}-encoded` });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'its text is not UTF-8.';
    throw malformed(`the body is not JSON: ${printable(reason, 200)}`); // V8 quotes what it could not parse
  }
}

/** A key that means something to JavaScript itself is never ours, and a flood of keys is slow to look up. */
function assertKeys(root: unknown): void {
  let count = 0;
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const keys = Array.isArray(value) ? [] : Object.keys(value);
    count += keys.length;
    if (count > maxKeys) throw malformed(`its JSON has more than ${String(maxKeys)} keys.`);
    if (keys.includes('__proto__')) throw malformed('its JSON has a key "__proto__".');
    for (const inner of Object.values(value)) waiting.push(inner);
  }
}

function malformed(reason: string) {
  return fail('REQUEST_MALFORMED', { reason });
}
