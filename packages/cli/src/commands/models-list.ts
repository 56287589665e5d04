import { type ModelView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { faint, formatTable, type Column } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay models list', 'patchbay models list --json'],
  input: z.object({}),

  async run({ hub, out, err, json, columns }) {
    const models = await hub().listModels();
    if (json) return (out(JSON.stringify(models)), 0);
    if (models.length === 0) {
      err('There is no model yet.');
      err('Add one: `patchbay models add big --provider openai --model <name> --key-env OPENAI_API_KEY`.');
      return 0;
    }
    out(formatTable(models, tableColumns, columns));
    return 0;
  },
});

const tableColumns: Column<ModelView>[] = [
  { title: 'name', value: ({ name }) => name },
  { title: 'provider', value: ({ provider }) => provider },
  { title: 'model', value: ({ model }) => showLine(model ?? '-'), shrinks: true },
  { title: 'address', value: ({ baseUrl }) => showLine(baseUrl ?? '-'), shrinks: true },
  { title: 'key', value: ({ hasApiKey }) => (hasApiKey ? 'yes' : 'none') },
  { title: 'from', value: ({ source }) => (source === 'config' ? 'file' : 'api'), paint: faint },
];
