type Version = readonly [number, number, number];
type Compare = (order: number, version: Version, wanted: Version) => boolean;

const operators: Readonly<Record<string, Compare>> = {
  '>=': (order) => order >= 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '<': (order) => order < 0,
  '!=': (order) => order !== 0,
  '=': (order) => order === 0,
  '^': (order, version, wanted) => order >= 0 && version[0] === wanted[0],
  '~': (order, version, wanted) => order >= 0 && version[0] === wanted[0] && version[1] === wanted[1],
};

/** Whether a version is in a range such as `>=1.2 <2`; a bare version means exactly that one. */
export function satisfies(version: string, range: string): boolean {
  if (range.trim() === '') return true;
  const found = parse(version);
  const parts = [...range.matchAll(/(>=|<=|!=|>|<|=|\^|~)?\s*(\d[\d.]*)/g)];
  if (!found || parts.length === 0) return version === range;
  return parts.every(([, operator = '=', text = '']) => {
    const wanted = parse(text) ?? [0, 0, 0];
    return operators[operator]?.(compare(found, wanted), found, wanted) ?? false;
  });
}

export function compareVersions(one: string, other: string): number {
  return compare(parse(one) ?? [0, 0, 0], parse(other) ?? [0, 0, 0]);
}

function parse(text: string): Version | undefined {
  const found = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text);
  return found ? [Number(found[1]), Number(found[2] ?? 0), Number(found[3] ?? 0)] : undefined;
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
