import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { loadHub } from '../hub-config.ts';
import { good, warned } from '../output.ts';

export const command = defineCommand({
  args: [['[file]', 'the file to check (default: the one that `up` would read)']],
  examples: ['patchbay config check', 'patchbay config check deploy/patchbay.yaml'],
  input: z.object({ file: z.string().optional() }),

  async run({ environment, out, err, json }, { file }) {
    const { configWarnings, loadConfig } = await loadHub();
    const loaded = loadConfig(environment, { config: file });
    const warnings = configWarnings(loaded).map(({ message }) => message);
    if (json) return (out(JSON.stringify({ ok: true, file: loaded.file ?? null, warnings })), 0);
    err(`${good('Fine:')} ${loaded.file ?? 'no file, and the environment has no problem'}.`);
    for (const warning of warnings) err(`${warned('Warning:')} ${warning}`);
    return 0;
  },
});
