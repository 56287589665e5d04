const mib = 1 << 20;

/** Through a buffer, so that it is one text to V8 and not a tree of them, as what is parsed from JSON. */
function fill(piece: string): string {
  return Buffer.from(piece.repeat(Math.ceil(mib / piece.length)).slice(0, mib)).toString();
}

const secret = (at: number): object => ({
  kind: 'Secret',
  metadata: { name: `s${String(at)}` },
  data: { password: 'aHVudGVyMg==', user: 'YWRtaW4=' },
});

/** A MiB each of what tools answer. */
export const plainTexts: Readonly<Record<string, string>> = {
  prose: fill(
    'The quick brown fox jumps over the lazy dog. Line 42 of /usr/local/lib/node.js: refused (127.0.0.1:8080)\n',
  ),
  code: fill(
    'export function foo(key: string): void {\n  const token = readToken();\n  if (password === key) throw new Error(`${key}`);\n}\n',
  ),
  JSON: fill(
    '{"id":"550e8400-e29b-41d4-a716-446655440000","name":"alpha","count":12345,"url":"https://example.com/a?c=d"},',
  ),
  'a secret a line': fill(
    `${'INFO some words of a log that has nothing to hide. '.repeat(2)}password=hunter2x\n`,
  ),
  'nothing but secrets': fill(
    'password=hunter2x token: abcdEFGH1234567890xyz bob@example.com "api_key":"k1234567890abcdefghij"\n',
  ),
  'Secrets in JSON': JSON.stringify({
    kind: 'List',
    items: Array.from({ length: 9_000 }, (_, at) => secret(at)),
  }),
  'Secrets in YAML': fill(
    'kind: Secret\nmetadata:\n  name: db\ndata:\n  password: aHVudGVyMg==\n  user: YWRtaW4=\n---\n',
  ),
};

/** A MiB each of what makes patterns try again and again. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'one letter': 'a'.repeat(mib),
  'one @': '@'.repeat(mib),
  'almost addresses': fill('a.b@c.d-'),
  'one key': `api_key=${'Ab1'.repeat(mib / 3)}`,
  'names only': fill('password=password:token=secret_key '),
  'quotes only': fill('password:"'),
  'escapes only': '\\'.repeat(mib),
  'begun certificates': fill('-----BEGIN CERTIFICATE-----\n'),
  'certificates in certificates': fill('-----BEGIN A-----aaaaaaaaaaaaaaaaaaaa'),
  'begun elements': fill('password>aaaaaaa<b>'),
  'begun tokens': fill('eyJeyJ.eyJ'),
  'begun Secrets': fill('{"kind":"Secret","data":{'),
  'Secrets without data': fill('kind: Secret\n'),
  'empty documents': fill('kind: Secret\ndata:\n---\n'),
  'begun credentials': fill('sk-live-'),
};
