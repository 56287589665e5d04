import { createRecordingLog } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { toCatalogTool, type CatalogTool } from '../catalog/catalog-tool.ts';
import type { ServerName } from '../ids.ts';
import { createCollectTools } from './collect-tools.ts';
import { createFindTools } from './find-tools.ts';
import { wordsOf } from './words.ts';

const tool = (server: string, name: string): CatalogTool =>
  toCatalogTool(server as ServerName, { name, description: '' });

/** Counts common words: enough of an index to see what is asked of it. */
function setup() {
  let built = 0;
  const findTools = createFindTools(async (documents) => {
    built += 1;
    const words = documents.map(({ name }) => new Set(wordsOf(name)));
    const score = (place: number, query: string): number =>
      wordsOf(query).filter((word) => words[place]?.has(word)).length;
    return {
      search: (query) =>
        documents
          .map((_, place) => place)
          .filter((place) => score(place, query) > 0)
          .toSorted((a, b) => score(b, query) - score(a, query)),
    };
  });
  const log = createRecordingLog();
  const leftOut: number[] = [];
  const collect = createCollectTools({ findTools, log, onLeftOut: (count) => void leftOut.push(count) });
  return { collect, findTools, log, leftOut, built: () => built };
}

const local = ['finish', 'ask', 'think'].map((name) => tool('own', name));
const many = Array.from({ length: 40 }, (_, at) => tool('mcp', `tool_${String(at).padStart(2, '0')}`));

describe('the tools of one request', () => {
  it('are the local ones first, then others, at most thirty [A-25]', async () => {
    const { collect, log, leftOut } = setup();
    const chosen = await collect({ local, tools: many, query: 'anything' });
    expect(chosen).toHaveLength(30);
    expect(chosen.slice(0, 3)).toEqual(local);
    expect(leftOut).toEqual([13]);
    expect(log.lines).toMatchObject([{ event: 'tools.left-out', fields: { leftOut: 13, limit: 30 } }]);
  });

  it('are the best for what is asked, in the order of the catalogue [A-25]', async () => {
    const { collect } = setup();
    const chosen = await collect({ local, tools: many, query: 'tool 39 and 38', limit: 5 });
    expect(chosen.map(({ name }) => name)).toEqual(['finish', 'ask', 'think', 'tool_38', 'tool_39']);
  });

  it('are all of them, without a word, where they fit', async () => {
    const { collect, log, leftOut } = setup();
    expect(await collect({ local, tools: many.slice(0, 27), query: 'x' })).toHaveLength(30);
    expect([log.lines, leftOut]).toEqual([[], []]);
    expect(await collect({ local, tools: many, query: 'x', limit: 2 })).toEqual(local.slice(0, 2));
    expect(leftOut).toEqual([41]);
  });
});

describe('a search', () => {
  it('indexes a list once, and finds only among those that it is told', async () => {
    const { findTools, built } = setup();
    for (let n = 0; n < 10; n += 1) await findTools(many, { query: 'tool', limit: 5 });
    const [first, second] = many;
    const among = new Set([second]) as ReadonlySet<CatalogTool>;
    expect(await findTools(many, { query: 'tool', limit: 5, among })).toEqual([second]);
    expect([built(), first === undefined]).toEqual([1, false]);
    await findTools([...many], { query: 'tool', limit: 5 });
    expect(built()).toBe(2);
  });
});
