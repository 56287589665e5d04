import {
  maskingPatterns,
  type MaskingGroup,
  type MaskingName,
  type MaskingPattern,
} from '@patchbay/contracts';

/** What can be switched on and off. */
export type Finder = MaskingPattern | 'kubernetes_secret';

const basic = ['api_key', 'password'] as const;

const groups: Readonly<Record<MaskingGroup, readonly Finder[]>> = {
  basic,
  secrets: [...basic, 'token', 'private_key', 'secret_key'],
  security: [...basic, 'token', 'certificate', 'certificate_authority_data', 'email', 'ssh_key'],
  kubernetes: [...basic, 'kubernetes_secret', 'certificate_authority_data'],
  cloud: ['aws_access_key', 'aws_secret_key', 'api_key', 'token'],
  all: [...maskingPatterns, 'kubernetes_secret'],
};

/** Groups stand for what is in them; the rest are names of single ones. */
export function findersOf(names: readonly MaskingName[]): ReadonlySet<Finder> {
  return new Set(names.flatMap((name) => (isGroup(name) ? groups[name] : [name])));
}

function isGroup(name: MaskingName): name is MaskingGroup {
  return Object.hasOwn(groups, name);
}
