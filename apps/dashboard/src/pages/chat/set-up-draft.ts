import type { AgentView, Json, JsonObject, ModelProvider, PolicyKind } from '@patchbay/contracts';
import { exampleOf } from '../../form/field-kind.ts';
import { hub } from '../../hub.ts';
import { setUp as words } from '../../texts/chat.ts';
import type { Tool } from '../tools/tool.ts';

/** What somebody fills in to have an agent. */
export interface SetUpDraft {
  /** Empty for a new one. */
  readonly model: string;
  readonly provider: ModelProvider;
  readonly modelName: string;
  readonly providerModel: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly script: JsonObject;
  readonly agent: string;
  readonly instructions: string;
  readonly approval: PolicyKind;
}

export function blankDraft(model: string, tool: Tool | undefined, agent?: AgentView): SetUpDraft {
  return {
    model: agent?.model ?? model,
    provider: 'scripted',
    modelName: words.demo.model,
    providerModel: '',
    baseUrl: '',
    apiKey: '',
    script: demoScript(tool),
    agent: agent?.name ?? words.demo.agent,
    instructions: agent?.instructions ?? '',
    approval: agent?.approval ?? 'ASK_USER',
  };
}

/** Calls one tool and says so, so that somebody without any model sees the whole way. */
function demoScript(tool: Tool | undefined): JsonObject {
  if (!tool) return { replies: [{ say: words.demo.alone }] };
  const offered = tool.name.replace('.', '__');
  const call: Json = [{ tool: offered, arguments: exampleOf(tool.inputSchema) }];
  return {
    replies: [
      { when: { turn: 1 }, say: words.demo.look, call },
      { when: { turn: 2 }, say: words.demo.done },
      { when: { last: '*' }, say: words.demo.over },
    ],
  };
}

/** The model first: an agent without one would fail. What the form does not show of `before` stays. Gives the name. */
export async function saveDraft(draft: SetUpDraft, before: AgentView | undefined): Promise<string> {
  if (draft.model === '') await saveModel(draft);
  const { agent: name, instructions, approval } = draft;
  const model = draft.model === '' ? draft.modelName : draft.model;
  const body = { ...(before && keptOf(before)), model, instructions, approval };
  await hub.putAgent({ params: { name }, body });
  return name;
}

function keptOf({ description, dialect, servers, limits, isolated, revision }: AgentView) {
  return { description, dialect, servers, limits, isolated, ...(revision !== null && { revision }) };
}

async function saveModel({ provider, modelName: name, providerModel, baseUrl, apiKey, script }: SetUpDraft) {
  const body =
    provider === 'scripted'
      ? { provider, script: script as never } // the hub reads it by its schema and says what is wrong
      : {
          provider,
          model: providerModel,
          ...(baseUrl !== '' && { baseUrl }),
          ...(apiKey !== '' && { apiKey }),
        };
  await hub.putModel({ params: { name }, body });
}
