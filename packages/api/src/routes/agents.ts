import { agentEntrySchema, fail, type AgentBody, type AgentEntry, type AgentView } from '@patchbay/contracts';
import type { ChangeDefinitions, Definition, DefinitionBook, StoredDefinition } from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { revisionOf } from '../http/if-match.ts';
import { originOf } from './models.ts';

export interface AgentHandlerDeps {
  readonly book: Pick<DefinitionBook<AgentEntry>, 'now'>;
  readonly changes: ChangeDefinitions<AgentEntry>;
}

type AgentRoute = 'listAgents' | 'putAgent' | 'deleteAgent';

export function agentHandlers({ book, changes }: AgentHandlerDeps): Handlers<AgentRoute> {
  return {
    listAgents: () => ({ body: [...book.now().values()].map(toAgentView) }),

    async putAgent({ params: { name }, body, principal: by, request }) {
      const revision = body.revision ?? revisionOf(request);
      const { definition, isNew } = await changes.put({
        name,
        make: () => toEntry(name, body),
        revision,
        by,
      });
      return { body: toAgentView(definition), status: isNew ? 201 : 200 };
    },

    async deleteAgent({ params, principal }) {
      await changes.remove(params.name, principal);
      return { body: undefined };
    },
  };
}

function toEntry(name: string, { revision: _, name: named = name, ...rest }: AgentBody): AgentEntry {
  if (named === name) return { ...rest, name };
  const message = `It is "${named}" here and "${name}" in the path.`;
  throw fail('INPUT_INVALID', { problems: [{ path: 'name', message }] });
}

function toAgentView(agent: Definition<AgentEntry> | StoredDefinition<AgentEntry>): AgentView {
  return { ...agentEntrySchema.parse(pickEntry(agent)), ...originOf(agent) };
}

/** Without who changed it when. */
function pickEntry(agent: AgentEntry): unknown {
  const known = new Set(Object.keys(agentEntrySchema.shape));
  return Object.fromEntries(Object.entries(agent).filter(([key]) => known.has(key)));
}
