import { isBasicCredentials, isSecretBase64, isShortBase64 } from './base64.ts';
import { namedKey, namedText } from './named.ts';
import type { Accepts, Form, OwnPattern } from './own-pattern.ts';
import { isKey, isPassword } from './plausible.ts';

// Each of them is linear in the text: `recheck` says so in own-patterns.test.ts. A loop without an end has nothing
// after it that it would have to give characters back to.

const wordStart = '(?<![A-Za-z0-9_-])';

const githubTokens: Form[] = [
  { find: new RegExp(`${wordStart}(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})`, 'g') },
];

const slackTokens: Form[] = [
  { find: new RegExp(`${wordStart}(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}`, 'g') },
  { find: /hooks\.slack\.com\/(?:services|workflows)\/([A-Za-z0-9/]{20,})/g },
];

/** A PEM block, also one whose end is missing, with real or escaped line ends. */
function pem(label: string): Form {
  const body = String.raw`(?:[A-Za-z0-9+/=\s\\:,]|-(?!-))*`;
  const end = '(?:-----END [A-Z0-9 ]{1,40}-----)?';
  const accepts: Accepts = (block) => /[A-Za-z0-9+/=]{16}/.test(block);
  return { find: new RegExp(`-----BEGIN ${label}-----${body}${end}`, 'g'), accepts };
}

const passwordNames =
  'passw(?:or)?d|passphrase|passcode|(?<![a-z])pwd|(?<![a-z])pass|(?:db|user|smtp|mail|ftp|auth|root|admin)_?pass';
const apiKeyNames =
  '(?:api|app|auth|access|subscription|service|account|master|license|encryption|signing)[_-]?key';
const secretKeyNames =
  'secret[_-]?key|(?:client|app|consumer|api|oauth|signing|webhook|shared|jwt)[_-]?secret|secret[_-]?token';
/** Where a listing goes on is no secret, and without it nobody gets the next page. */
const tokenNames =
  '(?<!(?:page|next|continuation|sync|resume|delta|skip|starting)[_-]?)token|(?<![a-z])bearer|(?<![a-z])jwt';
const awsSecretNames = '(?:aws[_-]?)?secret[_-]?(?:access[_-]?)?key';

const isWorkingDirectory = (value: string): boolean => /^(?:[~./]|[A-Z]:\\)/i.test(value);
const isPasswordNotPath: Accepts = (value, around) =>
  isPassword(value, around) && !(/pwd\W{0,12}$/i.test(around.before) && isWorkingDirectory(value));

const isAwsSecret: Accepts = (value) => value.length === 40 && /[A-Z]/.test(value) && /[a-z]/.test(value);

/** Not `icon@2x.png`, `package@1.2.0-rc.one` or `git@github.com:owner/repository`. */
const isEmail: Accepts = (value, { after }) =>
  !/@(?:v?\d+\.\d|\d+(?:\.\d+)?x\.)/.test(value) && !/^:[\w~/]/.test(after) && !value.startsWith('git@');

/** In the order of their names: where two find the same, the first says what it was. */
export const ownPatterns: readonly OwnPattern[] = [
  { name: 'github_token', hint: /gh[pousr]_|github_pat_/i, forms: githubTokens },
  { name: 'slack_token', hint: /xox[abeoprs]-|xapp-|hooks\.slack/i, forms: slackTokens },
  {
    name: 'aws_access_key',
    hint: /AKIA|ASIA/i,
    forms: [{ find: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g }],
  },
  {
    name: 'aws_secret_key',
    hint: /secret/i,
    ...namedKey(awsSecretNames, isAwsSecret),
  },
  {
    name: 'certificate_authority_data',
    hint: /-data/i,
    ...namedKey('certificate-authority-data|client-certificate-data|client-key-data', isKey),
  },
  {
    name: 'private_key',
    hint: /private/i,
    ...namedKey('private[_-]?key', isKey, [pem('[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?')]),
  },
  { name: 'certificate', hint: /-----BEGIN/i, forms: [pem('[A-Z0-9 ]{1,40}')] },
  {
    name: 'ssh_key',
    hint: /ssh-|ecdsa-/i,
    forms: [
      {
        find: /(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3})(?:@openssh\.com)?[ \t]+([A-Za-z0-9+/]{32,}={0,2})/g,
      },
    ],
  },
  {
    name: 'secret_key',
    hint: /secret/i,
    ...namedKey(secretKeyNames, isKey),
  },
  {
    name: 'api_key',
    hint: /key|sk-|sk_live|AIza/i,
    ...namedKey(apiKeyNames, isKey, [
      { find: new RegExp(`${wordStart}(?:sk-|[rs]k_live_)[A-Za-z0-9_-]{20,}`, 'g'), accepts: isKey },
      { find: new RegExp(`${wordStart}AIza[A-Za-z0-9_-]{35}`, 'g') },
    ]),
  },
  {
    name: 'password',
    hint: /pass|pwd|:\/\//i,
    ...namedText(passwordNames, isPasswordNotPath, [
      { find: /:\/\/[^\s:@/?#"'\\]{0,64}:([^\s@/?#"'\\]{3,256})(?=@)/g, accepts: isPassword },
    ]),
  },
  {
    name: 'token',
    hint: /token|bearer|basic|jwt|eyJ|gh[pousr]_|github_pat_|xox[abeoprs]-|xapp-|hooks\.slack/i,
    ...namedKey(tokenNames, isKey, [
      { find: /(?<![a-z])bearer[ \t]{1,8}([A-Za-z0-9_+/=.~-]{16,})/gi, accepts: isKey },
      { find: /(?<![a-z])basic[ \t]{1,8}([A-Za-z0-9+/]{8,}={0,2})/gi, accepts: isBasicCredentials },
      {
        find: new RegExp(
          String.raw`${wordStart}eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`,
          'g',
        ),
      },
      ...githubTokens,
      ...slackTokens,
    ]),
  },
  {
    name: 'email',
    hint: /@/,
    forms: [
      {
        find: /(?<![A-Za-z0-9._%+-])[A-Za-z0-9_][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/g,
        accepts: isEmail,
      },
    ],
  },
  {
    name: 'base64_secret',
    forms: [
      { find: /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{24,}={0,2}(?![A-Za-z0-9_-])/g, accepts: isSecretBase64 },
    ],
  },
  {
    name: 'base64_short',
    hint: /:[ \t]+[A-Za-z0-9+/]{4}/,
    forms: [{ find: /:[ \t]{1,8}([A-Za-z0-9+/]{4,19}={0,2})(?![^\s,}])/g, accepts: isShortBase64 }],
  },
];
