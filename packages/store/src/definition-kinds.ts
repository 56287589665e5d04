import { agentEntrySchema, modelEntrySchema, type AgentEntry, type ModelEntry } from '@patchbay/contracts';
import type { DefinitionKind } from './definition-store.ts';

export const agentKind: DefinitionKind<AgentEntry> = {
  kind: 'agent',
  write: (agent) => JSON.stringify(pick(agentEntrySchema.shape, agent)),
  read: (text) => agentEntrySchema.parse(JSON.parse(text)),
};

export const modelKind: DefinitionKind<ModelEntry> = {
  kind: 'model',
  write(model) {
    const { apiKey, headers, ...rest } = pick(modelEntrySchema.shape, model);
    const revealed = Object.entries(headers).map(([name, secret]) => [name, secret.reveal()] as const);
    return JSON.stringify({
      ...rest,
      apiKey: apiKey?.reveal() ?? null,
      headers: Object.fromEntries(revealed),
    });
  },
  read: (text) => modelEntrySchema.parse(JSON.parse(text)),
};

/** Only what the schema knows: who changed it when is kept elsewhere. */
function pick<Entry extends object>(shape: object, entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key in shape)) as Entry;
}
