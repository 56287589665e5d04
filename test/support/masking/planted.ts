import { maskingPatterns, type MaskingPattern } from '@patchbay/contracts';
import type { Random } from '../../../simulation/random.ts';
import { alphabets, oneOf, sentenceOf, textOf, wordOf } from './alphabets.ts';

/** A text with a secret in it that only its looks or its name give away. */
export interface Planted {
  readonly pattern: MaskingPattern;
  readonly secret: string;
  readonly text: string;
}

/** In turn of every kind, the same for the same seed. */
export function plantPatterns(random: Random, count: number): Planted[] {
  return Array.from({ length: count }, (_, at) => {
    const pattern = maskingPatterns[at % maskingPatterns.length] ?? 'password';
    const { secret, text } = plant[pattern](random);
    return { pattern, secret, text: `${sentenceOf(random)}\n${text}\n${sentenceOf(random)}` };
  });
}

type Plant = (random: Random) => Pick<Planted, 'secret' | 'text'>;

/** The ways in which a name and its value are written. */
const ways: readonly ((name: string, value: string) => string)[] = [
  (name, value) => JSON.stringify({ id: 7, [name]: value, ok: true }),
  (name, value) => JSON.stringify({ [name]: value }, null, 2),
  (name, value) => JSON.stringify({ body: JSON.stringify({ [name]: value }) }),
  (name, value) => `service:\n  ${name}: ${value}\n  port: 8080`,
  (name, value) => `${name.toUpperCase()}=${value}`,
  (name, value) => `export ${name}="${value}"`,
  (name, value) => `const ${name} = '${value}';`,
  (name, value) => `2026-01-01T00:00:00Z INFO login user=bob ${name}=${value} took=12ms`,
  (name, value) => `GET /v1/items?${name}=${encodeURIComponent(value)}&page=2 HTTP/1.1`,
  (name, value) => `{'${name}': '${value}', 'retries': 3}`,
  (name, value) => `<settings><${name}>${value}</${name}></settings>`,
  (name, value) => `${name}: "${value}" # from the vault`,
];

function named(names: readonly string[], make: (random: Random) => string): Plant {
  return (random) => {
    const secret = make(random);
    return { secret, text: oneOf(random, ways)(oneOf(random, names), secret) };
  };
}

function bare(make: (random: Random) => string): Plant {
  return (random) => {
    const secret = make(random);
    const around = [
      'got %s from the server',
      'Authorization: token %s',
      '{"value":"%s"}',
      'curl -u bob:%s',
      '%s',
    ];
    return { secret, text: oneOf(random, around).replace('%s', () => secret) };
  };
}

function either(...plants: readonly Plant[]): Plant {
  return (random) => oneOf(random, plants)(random);
}

const keyOf = (random: Random): string =>
  textOf(
    random,
    oneOf(random, [alphabets.base62, alphabets.hex, alphabets.base64url]),
    random.between(16, 48),
  );
const base64Of = (random: Random, length: number): string => {
  const bytes = Uint8Array.from({ length }, () => random.between(0, 255));
  return Buffer.from(bytes).toString('base64');
};
const passwordOf = (random: Random): string => {
  const signs = oneOf(random, ['!', '#', '$', '%', '*', '?', '@', '^', '_', '-']);
  const number = textOf(random, alphabets.digits, random.between(1, 4));
  const mixed = textOf(random, alphabets.base62, random.between(6, 16));
  return oneOf(random, [
    `${wordOf(random)}${number}${signs}`,
    mixed,
    `${wordOf(random)}-${wordOf(random)}${number}`,
  ]);
};
const pemOf =
  (label: string) =>
  (random: Random): Pick<Planted, 'secret' | 'text'> => {
    const body = base64Of(random, random.between(96, 600)).match(/.{1,64}/g) ?? [];
    const pem = [`-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`].join('\n');
    const secret = body[random.between(0, body.length - 1)] ?? '';
    return { secret, text: random.isChosen(0.5) ? pem : JSON.stringify({ file: pem }) };
  };
const jwtOf = (random: Random): string =>
  [
    Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url'),
    Buffer.from(JSON.stringify({ sub: wordOf(random), iat: random.between(1, 2e9) })).toString('base64url'),
    textOf(random, alphabets.base64url, 43),
  ].join('.');

const plant: Readonly<Record<MaskingPattern, Plant>> = {
  api_key: either(
    named(['api_key', 'apiKey', 'x-api-key', 'apikey', 'OPENAI_API_KEY', 'access_key'], keyOf),
    bare((random) => `sk-${textOf(random, alphabets.base62, 40)}`),
  ),
  password: either(
    named(['password', 'db_password', 'userPassword', 'passwd', 'pwd', 'passphrase'], passwordOf),
    (random) => {
      const secret = textOf(random, alphabets.base62, random.between(8, 20));
      return { secret, text: `connecting to postgres://ops:${secret}@db.internal:5432/app` };
    },
  ),
  token: either(
    named(['token', 'access_token', 'authToken', 'refresh-token', 'jwt'], keyOf),
    bare(jwtOf),
    (random) => {
      const secret = keyOf(random);
      return { secret, text: `Authorization: Bearer ${secret}` };
    },
  ),
  secret_key: named(['secret_key', 'client_secret', 'clientSecret', 'SECRET-KEY', 'webhook_secret'], keyOf),
  private_key: either(
    named(['private_key', 'privateKey'], keyOf),
    pemOf('RSA PRIVATE KEY'),
    pemOf('PRIVATE KEY'),
  ),
  certificate: either(pemOf('CERTIFICATE'), pemOf('CERTIFICATE REQUEST'), pemOf('EC PRIVATE KEY')),
  certificate_authority_data: (random) => {
    const secret = base64Of(random, 120);
    return {
      secret,
      text: `clusters:\n- cluster:\n    certificate-authority-data: ${secret}\n    server: https://k8s`,
    };
  },
  ssh_key: (random) => {
    const secret = `AAAAB3NzaC1yc2E${textOf(random, alphabets.base64, 200)}`;
    const kind = oneOf(random, ['ssh-rsa', 'ssh-ed25519', 'ecdsa-sha2-nistp256']);
    return { secret, text: `${kind} ${secret} bob@laptop` };
  },
  aws_access_key: bare(
    (random) => `${oneOf(random, ['AKIA', 'ASIA'])}${textOf(random, alphabets.upperDigits, 16)}`,
  ),
  aws_secret_key: named(['aws_secret_access_key', 'AWS_SECRET_KEY', 'secretAccessKey'], (random) =>
    textOf(random, alphabets.base64, 40),
  ),
  github_token: bare((random) =>
    random.isChosen(0.7)
      ? `gh${oneOf(random, ['p', 'o', 'u', 's', 'r'])}_${textOf(random, alphabets.base62, 36)}`
      : `github_pat_${textOf(random, alphabets.base62, 22)}_${textOf(random, alphabets.base62, 59)}`,
  ),
  slack_token: bare(
    (random) =>
      `xox${oneOf(random, ['b', 'p', 'a', 's'])}-${textOf(random, alphabets.digits, 12)}-${textOf(random, alphabets.base62, 24)}`,
  ),
  email: bare(
    (random) =>
      `${wordOf(random)}.${wordOf(random)}${oneOf(random, ['', '7', '+x'])}@${wordOf(random)}.${oneOf(random, ['com', 'org', 'co.uk', 'io'])}`,
  ),
  base64_secret: bare((random) => base64Of(random, random.between(24, 64))),
  base64_short: (random) => {
    const secret = Buffer.from(textOf(random, alphabets.base62, random.between(4, 12))).toString('base64');
    return { secret, text: `  ${wordOf(random)}: ${secret}\n  other: value` };
  },
};
