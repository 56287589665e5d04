import { aRunTool } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { toCatalogTool } from '../catalog/catalog-tool.ts';
import type { ServerName } from '../ids.ts';
import { collectTools } from './collect-tools.ts';
import type { RunTool } from './run.ts';

const offered = (...names: readonly string[]) =>
  names.map((name) => toCatalogTool('files' as ServerName, { name, description: name }));

describe('the tools of a run', () => {
  it('are local ones first, and of two with one name the first [A-25]', () => {
    const local = [aRunTool(null, 'now'), aRunTool(null, 'files__read', { description: 'mine' })];
    const { tools, leftOut } = collectTools({
      local,
      offered: offered('list', 'read', 'write'),
      maxTools: 3,
    });
    expect(tools.map(({ name, description }) => `${name} ${description}`)).toEqual([
      'now Does now.',
      'files__read mine',
      'files__list list',
    ]);
    expect(leftOut).toEqual(['files__write']);
  });

  it('may be chosen for the question [A-25]', () => {
    const choose = (all: readonly RunTool[]) => all.filter(({ name }) => name.endsWith('read'));
    const { tools } = collectTools({
      local: [],
      offered: offered('list', 'read'),
      maxTools: 3,
      choose,
    });
    expect(tools.map(({ name }) => name)).toEqual(['files__read']);
  });
});
