import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, meshAgentIdPattern } from '@patchbay/contracts';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { defineCommand } from '../command.ts';
import { scaffoldAgent } from '../mesh-templates/scaffold.ts';
import { bold, good } from '../output.ts';

export const command = defineCommand({
  args: [['<name>', 'what the agent is called: small letters, digits and dashes']],
  flags: [
    ['--kind <kind>', 'tool, or llm-tool for one that uses a model of the mesh (default: tool)'],
    ['--dir <folder>', 'where to; a folder that is new or empty (default: the name)'],
  ],
  examples: [
    'patchbay mesh scaffold greeter',
    'patchbay mesh scaffold adviser --kind llm-tool --dir agents/adviser',
  ],
  input: z.object({
    name: z.string().regex(meshAgentIdPattern, 'Use small letters, digits and dashes.').max(200),
    kind: z.enum(['tool', 'llm-tool']).default('tool'),
    dir: z.string().optional(),
  }),

  async run({ out, err, json }, { name, kind, dir = name }) {
    if (existsSync(dir) && readdirSync(dir).length > 0)
      throw fail('INPUT_INVALID', {
        problems: [{ path: '--dir', message: `${dir} is there already and not empty.` }],
      });
    const files = scaffoldAgent({ name, kind, version: manifest.version });
    for (const { path, text } of files) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    if (json) out(JSON.stringify({ dir, files: files.map(({ path }) => path) }));
    else
      err(`${good('Wrote')} ${bold(name)} to ${dir}.\n\n  cd ${dir}\n  npm install\n  npm test\n  npm start`);
    return 0;
  },
});
