import type { Random } from '../../../simulation/random.ts';
import { alphabets, oneOf, sentenceOf, textOf, uuidOf, wordOf } from './alphabets.ts';

/** Texts as tools answer them, without anything secret, but with much that could be taken for it. */
export function cleanTexts(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => oneOf(random, kinds)(random));
}

type Kind = (random: Random) => string;

const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const hexOf = (random: Random, length: number): string => textOf(random, alphabets.hex, length);

const prose: Kind = (random) => times(12, () => sentenceOf(random, random.between(5, 20)));

const log: Kind = (random) =>
  times(20, (at) => {
    const level = oneOf(random, ['INFO', 'WARN', 'DEBUG']);
    const what = oneOf(random, [
      `request id=${uuidOf(random)} path=/api/v1/${wordOf(random)} status=200`,
      `password changed for user ${wordOf(random)}`,
      'token refreshed, expires in 3600 s',
      `session=${hexOf(random, 8)} max_tokens=4096 tokens: 1234`,
      `pulled image registry.local/${wordOf(random)}@sha256:${hexOf(random, 64)}`,
      `OLDPWD=/home/${wordOf(random)} PWD=/srv/${wordOf(random)}/releases/2026`,
      `key ${wordOf(random)} not found in cache, nextPageToken=${textOf(random, alphabets.base62, 24)}`,
    ]);
    return `2026-03-0${String((at % 9) + 1)}T10:00:00.${String(at).padStart(3, '0')}Z ${level} ${what}`;
  });

const json: Kind = (random) =>
  JSON.stringify(
    {
      id: uuidOf(random),
      commit: hexOf(random, 40),
      items: Array.from({ length: 8 }, () => ({
        name: wordOf(random),
        count: random.between(1, 1e9),
        key: wordOf(random),
      })),
      page: { nextPageToken: textOf(random, alphabets.base62, 40), tokens: 512, passwordRequired: true },
      schema: { password: { type: 'string', minLength: 8 }, token: null, apiKey: '', secret: false },
      url: `https://example.com/${wordOf(random)}?key=${wordOf(random)}&page=2`,
    },
    null,
    random.isChosen(0.5) ? 2 : undefined,
  );

const picture: Kind = (random) => {
  const bytes = Buffer.concat([
    Buffer.from(oneOf(random, ['89504e470d0a1a0a', 'ffd8ffe000104a46', '474946383961']), 'hex'),
    Buffer.from(Uint8Array.from({ length: 400 }, () => random.between(0, 255))),
  ]);
  return `![${wordOf(random)}](data:image/png;base64,${bytes.toString('base64')})\n${sentenceOf(random)}`;
};

const hashes: Kind = (random) =>
  times(15, () =>
    oneOf(random, [
      `${hexOf(random, 64)}  ${wordOf(random)}.tar.gz`,
      `"integrity": "sha512-${textOf(random, alphabets.base64, 86)}=="`,
      `${hexOf(random, 32)} ${uuidOf(random)}`,
      `commit ${hexOf(random, 40)}`,
      `ETag: W/"${hexOf(random, 16)}"`,
    ]),
  );

const manifest: Kind = (random) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${wordOf(random)}
  uid: ${uuidOf(random)}
data:
  greeting: ${sentenceOf(random)}
  log.level: debug
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${wordOf(random)}
spec:
  replicas: ${String(random.between(1, 9))}
  template:
    spec:
      containers:
      - image: ghcr.io/${wordOf(random)}/${wordOf(random)}:v1.${String(random.between(0, 99))}.0
        env:
        - name: DB_PASSWORD
          valueFrom: {secretKeyRef: {name: ${wordOf(random)}, key: password}}
      imagePullSecrets: [{name: registry}]`;

const program: Kind = (random) => `import { ${wordOf(random)} } from '@scope/${wordOf(random)}';

interface Login {
  readonly user: string;
  password: string;
  readonly token?: string | undefined;
}

export async function signIn({ user, password }: Login, apiKey = process.env.API_KEY): Promise<Session> {
  const token = await request({ url: \`\${base}/login\`, body: { user, password: password } });
  if (!token) throw new Error('Invalid password: try again');
  const secretKey = config.get('signing.secretKey');
  return createSession(token, { apiKey: apiKey, retries: ${String(random.between(1, 9))}, private_key: readFile(path) });
}
// see icon@2x.png, package@1.2.${String(random.between(0, 99))}, git@github.com:owner/${wordOf(random)}.git
`;

const python: Kind = (random) => `def connect(host, user, password=None, token=None):
    """Connects to ${wordOf(random)}. password: the password of the user."""
    password = password or os.environ["DB_PASSWORD"]
    api_key = settings.API_KEY
    return Client(host, user=user, password=password, token=token, timeout=${String(random.between(1, 90))})

@app.route("/${wordOf(random)}")
def index(): return render(secret_key=app.config["SECRET_KEY"])
`;

const form: Kind = (random) => `<form action="/login"><label for="password">Password:</label>
<input type="password" name="password" placeholder="Enter your password" required>
<a href="/reset?user=${wordOf(random)}">Forgot password?</a></form>
<p>Password: must have 8 characters. Token: optional.</p>`;

const settings: Kind = (random) => `# Copy to .env
DATABASE_URL=postgres://localhost:5432/${wordOf(random)}
PASSWORD=\${DB_PASSWORD}
API_KEY=<your-api-key>
TOKEN=YOUR_TOKEN_GOES_HERE
SECRET_KEY="{{ .Values.secretKey }}"
password: ********
LOG_LEVEL=debug`;

const table: Kind = (random) =>
  ['NAME  READY  STATUS  RESTARTS  AGE']
    .concat(
      Array.from(
        { length: 12 },
        () =>
          `${wordOf(random)}-${hexOf(random, 10)}-${textOf(random, alphabets.lower, 5)}  1/1  Running  ${String(random.between(0, 9))}  4d`,
      ),
    )
    .join('\n');

const trace: Kind = (random) => `TypeError: Cannot read properties of undefined (reading '${wordOf(random)}')
    at AbstractHttp2ServerConnectionFactory.createConnectionHandler (/usr/src/app/node_modules/@scope/${wordOf(random)}/dist/index.js:${String(random.between(1, 999))}:17)
    at async Promise.all (index 0)
    at org.springframework.security.authentication.UsernamePasswordAuthenticationToken.getCredentials(Token.java:42)`;

const kinds: readonly Kind[] = [
  prose,
  log,
  json,
  picture,
  hashes,
  manifest,
  program,
  python,
  form,
  settings,
  table,
  trace,
];
