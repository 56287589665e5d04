import type { SettingView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { configFlags, configInput, loadHub } from '../hub-config.ts';
import { faint, formatTable } from '../output.ts';

export const command = defineCommand({
  flags: [
    ...configFlags,
    ['--running', 'ask the running hub instead of reading files here'],
    ['--changed', 'leave out what is a default'],
  ],
  examples: ['patchbay config show --changed', 'patchbay config show --running --json'],
  input: configInput.extend({ running: z.boolean().default(false), changed: z.boolean().default(false) }),

  async run({ hub, environment, out, err, json, columns }, { running, changed, ...flags }) {
    const all = running ? await hub().config() : (await loadHub()).loadConfig(environment, flags).settings;
    const shown = Object.entries(all).filter(([, { source }]) => !changed || source !== 'default');
    if (json) return (out(JSON.stringify(Object.fromEntries(shown))), 0);
    if (shown.length === 0) return (err('Every value is a default.'), 0);
    const table = formatTable(
      shown,
      [
        { title: 'key', value: ([key]) => key },
        { title: 'value', value: ([, { value }]) => format(value), shrinks: true },
        {
          title: 'from',
          value: ([, { source }]) => source,
          paint: (text, [, { source }]) => (source === 'default' ? faint(text) : text),
        },
      ],
      columns,
    );
    out(table);
    return 0;
  },
});

function format(value: SettingView['value']): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
