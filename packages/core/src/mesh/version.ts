/** A semantic version. Parts that were not written are 0. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** The identifiers after `-`; none for a release. */
  readonly prerelease: readonly string[];
}

const pattern = /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/** Forgiving, as those who write versions are: `v1.2` is 1.2.0. Undefined for what is none. */
export function parseVersion(text: string): Version | undefined {
  const found = pattern.exec(text);
  if (!found) return undefined;
  const [, major = '0', minor = '0', patch = '0', prerelease = ''] = found;
  return {
    major: Number(major),
    minor: Number(minor),
    patch: Number(patch),
    prerelease: prerelease === '' ? [] : prerelease.split('.'),
  };
}

/** Above 0 if the first is the newer one. */
export function compareVersions(one: Version, other: Version): number {
  return (
    one.major - other.major ||
    one.minor - other.minor ||
    one.patch - other.patch ||
    comparePrereleases(one.prerelease, other.prerelease)
  );
}

/** Newest first is what people want; what is no version is older than what is one. */
export function compareVersionTexts(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  if (a && b) return compareVersions(a, b);
  if (a || b) return a ? 1 : -1;
  return compareTexts(one, other);
}

/** By code unit, the same on every machine. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** A release is newer than what led to it. */
function comparePrereleases(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return other.length - one.length;
  for (const [index, part] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    const order = compareParts(part, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** Numbers by their size and before words. */
function compareParts(one: string, other: string): number {
  const [a, b] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (a && b) return Number(one) - Number(other);
  if (a || b) return a ? -1 : 1;
  return compareTexts(one, other);
}
