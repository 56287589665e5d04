import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { eventually } from './fixtures.ts';

/** A span as a collector reads it, as far as the tests look at it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly tookMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly isError: boolean;
}

/** A collector for OTLP over HTTP with protobuf. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(body);
      headers.push(request.headers);
      if (request.url === '/v1/traces') spans.push(...readSpans(body));
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, {
        'Content-Type': 'application/x-protobuf',
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    spans,
    headers,
    /** Everything that came, as text: what is not in it was not sent. */
    text: () => Buffer.concat(bodies).toString('latin1'),
    /** Those with these names, when they have all come; each by its name. */
    async named<N extends string>(...names: readonly N[]): Promise<Record<N, ReceivedSpan>> {
      await eventually(() => names.filter((name) => !spans.some((span) => span.name === name))).toEqual([]);
      return Object.fromEntries(
        names.map((name) => [name, spans.find((span) => span.name === name)]),
      ) as Record<N, ReceivedSpan>;
    },
  };
}

type Field = readonly [number: number, value: bigint | Buffer];

/** Protobuf as far as OTLP uses it: whole numbers, eight bytes, and everything that has a length. */
function* fieldsOf(bytes: Buffer): Generator<Field> {
  let at = 0;
  const readNumber = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const tag = Number(readNumber());
    const wire = tag & 7;
    const value = wire === 0 ? readNumber() : take(wire === 1 ? 8 : wire === 5 ? 4 : Number(readNumber()));
    yield [tag >> 3, value];
  }
}

function all(bytes: Buffer, wanted: number): Buffer[] {
  return [...fieldsOf(bytes)].flatMap(([number, value]) =>
    number === wanted && typeof value !== 'bigint' ? [value] : [],
  );
}

function readSpans(body: Buffer): ReceivedSpan[] {
  const inScopes = all(body, 1).flatMap((resource) => all(resource, 2));
  return inScopes.flatMap((scope) => all(scope, 2)).map(readSpan);
}

function readSpan(bytes: Buffer): ReceivedSpan {
  const one = (number: number): Buffer => all(bytes, number)[0] ?? Buffer.alloc(0);
  const [, kind = 0n] = [...fieldsOf(bytes)].find(([number]) => number === 6) ?? [];
  const [, code = 0n] = [...fieldsOf(one(15))].find(([number]) => number === 3) ?? [];
  return {
    traceId: one(1).toString('hex'),
    spanId: one(2).toString('hex'),
    parentSpanId: one(4).toString('hex'),
    name: one(5).toString(),
    kind: Number(kind),
    tookMs: Number(one(8).readBigUInt64LE() - one(7).readBigUInt64LE()) / 1e6,
    attributes: Object.fromEntries(all(bytes, 9).map(readAttribute)),
    isError: code === 2n,
  };
}

function readAttribute(bytes: Buffer): [string, string | number | boolean] {
  const [key = Buffer.alloc(0)] = all(bytes, 1);
  const [value = Buffer.alloc(0)] = all(bytes, 2);
  const [[kind, found] = [0, 0n]] = fieldsOf(value);
  if (typeof found !== 'bigint')
    return [key.toString(), kind === 4 ? found.readDoubleLE() : found.toString()];
  return [key.toString(), kind === 2 ? found === 1n : Number(found)];
}
