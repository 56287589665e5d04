import type { Client } from '@patchbay/client';
import { fail, showLine, type ModelView } from '@patchbay/contracts';
import { bold, formatFields } from './output.ts';

/** There is no route for one alone. */
export async function findModel(hub: Client, name: string): Promise<ModelView> {
  const found = (await hub.listModels()).find((model) => model.name === name);
  if (!found) throw fail('ENTRY_NOT_FOUND', { kind: 'model', name });
  return found;
}

export function describeModel(model: ModelView): string {
  const { provider, baseUrl, headers, hasApiKey, temperature, source, revision } = model;
  const fields: (readonly [string, string])[] = [
    ['Provider', provider],
    ...(model.model === null ? [] : [['Model', showLine(model.model)] as const]),
    ...(baseUrl === null ? [] : [['Address', showLine(baseUrl)] as const]),
    ['Key', hasApiKey ? 'sealed in the store' : 'none'],
    ...(headers.length === 0 ? [] : [['Headers', showLine(headers.join(', '))] as const]),
    ['Pictures', model.seesImages ? 'it sees them' : 'it gets a word about each'],
    [
      'Tokens',
      `reads ${String(model.contextTokens)} at once, writes ${String(model.maxOutputTokens)} in a turn`,
    ],
    ...(temperature === null ? [] : [['Temperature', String(temperature)] as const]),
    ['Prices', describePrices(model)],
    ['Defined', source === 'config' ? 'in the configuration file' : `here, revision ${String(revision)}`],
  ];
  return `${bold(model.name)}\n${formatFields(fields)}`;
}

function describePrices({ prices: { input, output, cachedInput } }: ModelView): string {
  if (input === 0 && output === 0) return 'none: its runs cost nothing';
  const cached = cachedInput === undefined ? '' : `, ${String(cachedInput)} for what was read before`;
  return `${String(input)} in, ${String(output)} out${cached}, per million tokens`;
}
