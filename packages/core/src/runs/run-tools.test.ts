import { describe, expect, it } from 'vitest';
import { toCatalogTool } from '../catalog/catalog-tool.ts';
import type { ServerName } from '../ids.ts';
import { toRunTools } from './run-tools.ts';

const tool = (server: string, name: string, description = '') =>
  toCatalogTool(server as ServerName, { name, description });

describe('the tools of a run', () => {
  it('keep their order, and of two with one name the first stays', () => {
    const twin = { ...tool('local', 'now'), offered: tool('files', 'read').offered };
    const { tools } = toRunTools([twin, tool('files', 'list'), tool('files', 'read')], []);
    expect(tools.map(({ name, server }) => `${name} of ${String(server)}`)).toEqual([
      'files__read of local',
      'files__list of files',
    ]);
  });

  it('say which others there would have been', () => {
    const all = [tool('files', 'list'), tool('files', 'read'), tool('files', 'write')];
    expect(toRunTools(all.slice(0, 1), all).leftOut).toEqual(['files__read', 'files__write']);
  });
});
