import { compareVersions, parseVersion, type Version } from './version.ts';

/** One comparison of a range, with how much of its version was written: `1.x` says nothing of the minor part. */
interface Bound {
  readonly version: Version;
  readonly isMinorOpen: boolean;
  readonly isPatchOpen: boolean;
}

type Test = (version: Version, bound: Bound) => boolean;

/**
 * Whether a version is in a range, as other registries of the mesh read ranges: `>=1.2, <2 || ^3.1`, `~1.4`, `1.x`,
 * `1.2 - 1.4`. An empty range takes everything; an empty version is only in that one. What is no version, or no range,
 * is compared as text.
 */
export function isInRange(version: string, range: string): boolean {
  if (range === '') return true;
  if (version === '') return false;
  const [parsed, alternatives] = [parseVersion(version), parseRange(range)];
  if (!parsed || !alternatives) return version === range;
  return alternatives.some((tests) => tests.every((test) => test(parsed)));
}

type Alternatives = readonly (readonly ((version: Version) => boolean)[])[];

function parseRange(range: string): Alternatives | undefined {
  const alternatives = range.split('||').map(parseAlternative);
  return alternatives.every((one) => one !== undefined) ? alternatives : undefined;
}

const hyphenated = /(\S+)\s+-\s+(\S+)/g;
const comparison = /^\s*,?\s*(=>|=<|>=|<=|!=|~>|[=><~^]?)\s*([^\s,|=<>!~^]+)/;

function parseAlternative(text: string): Alternatives[number] | undefined {
  let rest = text.replaceAll(hyphenated, '>=$1 <=$2').trim();
  const tests: ((version: Version) => boolean)[] = [];
  while (rest !== '') {
    const found = comparison.exec(rest);
    const bound = found && parseBound(found[2] ?? '');
    if (!found || !bound) return undefined;
    const test = operators[found[1] ?? ''] ?? equal;
    tests.push((version) => admits(version, bound) && test(version, bound));
    rest = rest.slice(found[0].length).trim();
  }
  return tests.length === 0 ? undefined : tests;
}

const wildcard = /^[xX*]$/;

function parseBound(text: string): Bound | undefined {
  const [, lead = '', tail = ''] = /^v?([^-+]*)(.*)$/.exec(text) ?? [];
  const parts = lead.split('.');
  const firstOpen = parts.findIndex((part) => wildcard.test(part));
  const written = firstOpen === -1 ? parts : parts.slice(0, firstOpen);
  const version = parseVersion(`${written.length === 0 ? '0' : written.join('.')}${tail}`);
  if (!version || parts.length > 3) return undefined;
  return { version, isMinorOpen: written.length < 2, isPatchOpen: written.length < 3 };
}

/** Nobody gets a prerelease who did not ask for one. */
function admits({ prerelease }: Version, bound: Bound): boolean {
  return prerelease.length === 0 || bound.version.prerelease.length > 0;
}

const isAny = ({ version, isMinorOpen }: Bound): boolean => isMinorOpen && version.major === 0;

const equal: Test = (version, bound) =>
  bound.isPatchOpen ? isSameAsFarAsWritten(version, bound) : compareVersions(version, bound.version) === 0;

const notEqual: Test = (version, bound) => !equal(version, bound);

const newer: Test = (version, { version: low, isMinorOpen, isPatchOpen }) => {
  if (!isPatchOpen) return compareVersions(version, low) > 0;
  if (version.major !== low.major) return version.major > low.major;
  return !isMinorOpen && version.minor > low.minor;
};

const older: Test = (version, bound) => compareVersions(version, bound.version) < 0;
const notOlder: Test = (version, bound) => !older(version, bound);

const notNewer: Test = (version, bound) =>
  bound.isPatchOpen ? !newer(version, bound) : compareVersions(version, bound.version) <= 0;

const tilde: Test = (version, bound) => {
  const { major, minor, patch } = bound.version;
  if (older(version, bound)) return false;
  if (major === 0 && minor === 0 && patch === 0 && !bound.isPatchOpen) return true; // as every other registry has it
  return isAny(bound) || (version.major === major && (bound.isMinorOpen || version.minor === minor));
};

/** What may change is what stands right of the first part that is not 0. */
const caret: Test = (version, bound) => {
  const { major, minor, patch } = bound.version;
  if (older(version, bound)) return false;
  if (isAny(bound)) return true;
  if (version.major !== major) return false;
  if (major > 0 || bound.isMinorOpen) return true;
  if (version.minor !== minor) return false;
  return minor > 0 || bound.isPatchOpen || version.patch === patch;
};

function isSameAsFarAsWritten(version: Version, bound: Bound): boolean {
  const { major, minor } = bound.version;
  if (isAny(bound)) return true;
  return version.major === major && (bound.isMinorOpen || version.minor === minor);
}

const operators: Readonly<Record<string, Test>> = {
  '=': equal,
  '!=': notEqual,
  '>': newer,
  '>=': notOlder,
  '=>': notOlder,
  '<': older,
  '<=': notNewer,
  '=<': notNewer,
  '~': tilde,
  '~>': tilde,
  '^': caret,
};
