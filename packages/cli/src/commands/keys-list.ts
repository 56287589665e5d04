import type { KeyView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bad, faint, formatRelative, formatTable, good, type Column } from '../output.ts';

export const command = defineCommand({
  flags: [['--all', 'also the revoked and expired ones']],
  examples: ['patchbay keys list', 'patchbay keys list --all --json'],
  input: z.object({ all: z.boolean().default(false) }),

  async run({ hub, out, err, json, columns }, { all }) {
    const now = Date.now();
    const keys = (await hub().listKeys()).filter((key) => all || stateOf(key, now) === 'active');
    if (json) return (out(JSON.stringify(keys)), 0);
    if (keys.length === 0) return (err('There are no keys to show.'), 0);
    out(formatTable(keys, tableColumns(now), columns));
    return 0;
  },
});

function tableColumns(now: number): Column<KeyView>[] {
  return [
    { title: 'id', value: ({ id }) => id },
    { title: 'name', value: ({ name }) => name, shrinks: true },
    {
      title: 'roles',
      value: grantsOf,
      shrinks: true,
    },
    { title: 'ends in', value: ({ hint }) => `…${hint}`, paint: faint },
    {
      title: 'state',
      value: (key) => stateOf(key, now),
      paint: (text, key) => paint(text, stateOf(key, now)),
    },
    { title: 'created', value: ({ createdAt }) => formatRelative(createdAt, now) },
    { title: 'expires', value: ({ expiresAt }) => (expiresAt ? formatRelative(expiresAt, now) : 'never') },
  ];
}

/** An admin has every role; naming the others would only fill the line. */
function grantsOf({ roles, permissions, maxAgents }: KeyView): string {
  const quota = maxAgents === null ? 'mesh' : `mesh (${String(maxAgents)} agents)`;
  const allowed = permissions.map((permission) => (permission === 'mesh' ? quota : permission));
  return [...(roles.includes('admin') ? ['admin'] : roles), ...allowed].join(', ');
}

function stateOf({ revokedAt, expiresAt }: KeyView, now: number): 'active' | 'revoked' | 'expired' {
  if (revokedAt) return 'revoked';
  return expiresAt && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

function paint(text: string, state: ReturnType<typeof stateOf>): string {
  return state === 'active' ? good(text) : bad(text);
}
