import {
  fail,
  modelEntrySchema,
  parseExplained,
  PatchbayError,
  toProblems,
  type ModelBody,
  type ModelEntry,
  type ModelView,
} from '@patchbay/contracts';
import type {
  ChangeDefinitions,
  Clock,
  Definition,
  DefinitionBook,
  Model,
  StoredDefinition,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { revisionOf } from '../http/if-match.ts';

export interface ModelHandlerDeps {
  readonly book: Pick<DefinitionBook<ModelEntry>, 'now'>;
  readonly changes: ChangeDefinitions<ModelEntry>;
  readonly modelOf: (name: string) => Promise<Model>;
  readonly clock: Clock;
}

type ModelRoute = 'listModels' | 'putModel' | 'deleteModel' | 'testModel';

export function modelHandlers({ book, changes, modelOf, clock }: ModelHandlerDeps): Handlers<ModelRoute> {
  return {
    listModels: () => ({ body: [...book.now().values()].map(toModelView) }),

    async putModel({ params: { name }, body, principal: by, request }) {
      const revision = body.revision ?? revisionOf(request);
      const make = (current: ModelEntry | undefined) => toEntry(name, body, current);
      const { definition, isNew } = await changes.put({ name, make, revision, by });
      return { body: toModelView(definition), status: isNew ? 201 : 200 };
    },

    async deleteModel({ params, principal }) {
      await changes.remove(params.name, principal);
      return { body: undefined };
    },

    async testModel({ params, request }) {
      const model = await modelOf(params.name);
      const begunAt = clock.now().getTime();
      const outcome = await tryModel(model, request.signal);
      return { body: { ...outcome, latencyMs: clock.now().getTime() - begunAt } };
    },
  };
}

/** The whole of it is new; only of its secrets, those that are left out stay. */
function toEntry(name: string, body: ModelBody, current: ModelEntry | undefined): ModelEntry {
  const { revision: _, name: named = name, apiKey, headers, ...rest } = body;
  if (named !== name)
    throw fail('INPUT_INVALID', {
      problems: [{ path: 'name', message: `It is "${named}" here and "${name}" in the path.` }],
    });
  const parsed = parseExplained(modelEntrySchema, { ...rest, name });
  if (!parsed.success) throw fail('INPUT_INVALID', { problems: toProblems(parsed.issues) });
  return {
    ...parsed.data,
    apiKey: apiKey === undefined ? (current?.apiKey ?? null) : apiKey,
    headers: headers ?? current?.headers ?? {},
  };
}

const question = { messages: [{ role: 'user', text: 'Say: ready.' }], tools: [], mayCall: false } as const;

async function tryModel(model: Model, signal: AbortSignal) {
  try {
    for await (const part of model.ask(question, signal)) {
      if (part.kind !== 'reply') continue;
      const { parts, usage } = part.reply;
      const text = parts.flatMap((one) => (one.kind === 'text' ? [one.text] : [])).join('');
      const { inputTokens, outputTokens } = usage;
      return { ok: true, text, error: null, usage: { inputTokens, outputTokens } };
    }
    return { ok: false, text: null, error: 'It ended without a reply.', usage: null };
  } catch (error) {
    if (!PatchbayError.is(error)) throw error;
    return { ok: false, text: null, error: error.message, usage: null };
  }
}

function toModelView(model: Definition<ModelEntry> | StoredDefinition<ModelEntry>): ModelView {
  const { apiKey, headers, script: _, ...rest } = model;
  return {
    name: rest.name,
    provider: rest.provider,
    model: rest.model ?? null,
    baseUrl: rest.baseUrl ?? null,
    hasApiKey: apiKey !== null,
    headers: Object.keys(headers),
    seesImages: rest.seesImages,
    contextTokens: rest.contextTokens,
    maxOutputTokens: rest.maxOutputTokens,
    temperature: rest.temperature,
    prices: rest.prices,
    ...originOf(model),
  };
}

/** Who wrote it last, if not the file. */
export function originOf(definition: Definition<{ readonly name: string }>) {
  const { source, revision, updated } = definition as Partial<StoredDefinition<{ readonly name: string }>>;
  return {
    source: source === 'api' ? ('api' as const) : ('config' as const),
    revision: revision ?? null,
    updatedBy: updated?.by ?? null,
    updatedAt: updated?.at.toISOString() ?? null,
  };
}
