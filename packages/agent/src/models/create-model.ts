import { modelScriptSchema, type ModelEntry } from '@patchbay/contracts';
import type { Model } from '@patchbay/core';
import type { LanguageModelV4 } from './ai-sdk.ts';
import { createScriptedModel } from './scripted-model.ts';

/**
 * The model that an entry describes. Nothing is asked of it yet. The SDK takes long to load and much room, so that only
 * what is used is loaded, and only then.
 */
export async function createModel(entry: ModelEntry): Promise<Model> {
  if (entry.provider === 'scripted')
    return createScriptedModel({ ...entry, script: modelScriptSchema.parse(entry.script) });
  const [{ createAiSdkModel }, provided] = await Promise.all([
    import('./ai-sdk-model.ts'),
    providers[entry.provider](entry),
  ]);
  return createAiSdkModel(entry, provided);
}

type Provide = (entry: ModelEntry) => Promise<LanguageModelV4>;

/** What every provider is told. All of it: for what is left out, the SDK looks into the environment. */
function settingsOf({ apiKey, headers, baseUrl }: ModelEntry, baseURL: string) {
  return {
    apiKey: apiKey?.reveal() ?? 'none',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()])),
    baseURL: baseUrl ?? baseURL,
  };
}

const providers: Readonly<Record<Exclude<ModelEntry['provider'], 'scripted'>, Provide>> = {
  async openai(entry) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    // Chat completions keep nothing at the provider: a run goes on from what we stored, wherever that is.
    return createOpenAI(settingsOf(entry, 'https://api.openai.com/v1')).chat(entry.model ?? '');
  },
  async anthropic(entry) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic(settingsOf(entry, 'https://api.anthropic.com/v1'))(entry.model ?? '');
  },
  async google(entry) {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle(settingsOf(entry, 'https://generativelanguage.googleapis.com/v1beta'))(
      entry.model ?? '',
    );
  },
  async 'openai-compatible'(entry) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const { apiKey, ...settings } = settingsOf(entry, '');
    const provider = createOpenAICompatible({
      ...settings,
      ...(entry.apiKey && { apiKey }),
      name: 'compatible',
      includeUsage: true,
    });
    return provider.chatModel(entry.model ?? '');
  },
};
