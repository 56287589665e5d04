import type { KeyView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bad, faint, formatRelative, formatTable, good } from '../output.ts';

export const keysList = defineCommand({
  name: 'keys list',
  summary: 'Show every key, without the keys themselves.',
  flags: [['--all', 'also the revoked and expired ones']],
  input: z.object({ all: z.boolean().default(false) }),

  async run({ hub, out, err, json, columns }, { all }) {
    const now = Date.now();
    const keys = (await hub().listKeys()).filter((key) => all || stateOf(key, now) === 'active');
    if (json) return (out(JSON.stringify(keys)), 0);
    if (keys.length === 0) return (err('There are no keys to show.'), 0);
    const table = formatTable(
      keys,
      [
        { title: 'id', value: ({ id }) => id },
        { title: 'name', value: ({ name }) => name },
        { title: 'roles', value: ({ roles, permissions }) => [...roles, ...permissions].join(', ') },
        { title: 'ends in', value: ({ hint }) => faint(`…${hint}`) },
        { title: 'state', value: (key) => paint(stateOf(key, now)) },
        { title: 'created', value: ({ createdAt }) => formatRelative(createdAt, now) },
        {
          title: 'expires',
          value: ({ expiresAt }) => (expiresAt ? formatRelative(expiresAt, now) : 'never'),
        },
      ],
      columns,
    );
    out(table);
    return 0;
  },
});

function stateOf({ revokedAt, expiresAt }: KeyView, now: number): 'active' | 'revoked' | 'expired' {
  if (revokedAt) return 'revoked';
  return expiresAt && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

function paint(state: ReturnType<typeof stateOf>): string {
  return state === 'active' ? good(state) : bad(state);
}
