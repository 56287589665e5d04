import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { notYetBuilt } from './not-yet-built.ts';
import { requirements, type RequirementId } from './requirements.ts';
import { sourceFiles } from './support/source-files.ts';

const known = Object.keys(requirements) as RequirementId[];
/** The text before the function of a test, whatever table stands before it. */
const titles = /(?<!describe\()(['"`])((?:(?!\1)[^\n])*)\1,\s*(?:async )?\(/g;
const cited = citations();

/** Ids in the titles of tests, each with a file that cites it. */
function citations(): Map<string, string> {
  const files = sourceFiles('*.test.ts', 'packages/testkit/src/contracts/*.ts', 'examples/**/*.ts');
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(titles)].flatMap(([, , title = '']) =>
      [...title.matchAll(/\[([A-D]-\d\d)\]/g)].map(([, id = '']) => [id, path] as const),
    ),
  );
  return new Map(found);
}

describe('requirements', () => {
  it.each(known.filter((id) => !notYetBuilt.includes(id)))('%s is shown by a test', (id) => {
    expect(cited.has(id), requirements[id]).toBe(true);
  });

  it('are cited only by ids that exist', () => {
    expect([...cited.keys()].filter((id) => !(id in requirements))).toEqual([]);
  });

  it('leave the list of those not yet built when a test shows them', () => {
    expect(notYetBuilt.filter((id) => cited.has(id))).toEqual([]);
  });

  it('never go back to the list of those not yet built', () => {
    const earlier = earlierList();
    expect(notYetBuilt.filter((id) => !earlier.includes(id))).toEqual([]);
  });
});

/** The list as it was before this change: in the last commit, or in the one before that touched it. */
function earlierList(): readonly string[] {
  const file = 'test/not-yet-built.ts';
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' });
  const versions = git('log', '--format=%H', '-n', '2', '--', file).split('\n').filter(Boolean);
  const lists = versions.map(
    (version): string[] => git('show', `${version}:${file}`).match(/[A-D]-\d\d/g) ?? [],
  );
  return lists.length === 0 ? known : lists.reduce((one, other) => one.filter((id) => other.includes(id)));
}
