import { type ProfileView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describeAccess, describeTools } from '../describe-profile.ts';
import { faint, formatTable, type Column } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay profiles list', 'patchbay profiles list --json'],
  input: z.object({}),

  async run({ hub, out, err, json, columns }) {
    const profiles = await hub().listProfiles();
    if (json) return (out(JSON.stringify(profiles)), 0);
    if (profiles.length === 0) {
      err('There is no profile: everybody has every tool, at /mcp.');
      err("Add one: `patchbay profiles add <name> --server 'git*'`.");
      return 0;
    }
    out(formatTable(profiles, tableColumns, columns));
    return 0;
  },
});

const tableColumns: Column<ProfileView>[] = [
  { title: 'name', value: ({ name }) => name },
  { title: 'servers', value: ({ servers }) => showLine(servers.join(', ')), shrinks: true },
  { title: 'tools', value: describeTools, shrinks: true },
  { title: 'naming', value: ({ naming }) => naming },
  { title: 'search', value: ({ search }) => (search.enabled ? 'on' : 'off') },
  { title: 'for', value: describeAccess, shrinks: true },
  { title: 'from', value: ({ source }) => (source === 'config' ? 'file' : 'api'), paint: faint },
];
