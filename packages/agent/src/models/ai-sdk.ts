import type { createOpenAI } from '@ai-sdk/openai';

// What all providers of the SDK speak. Its package is theirs and not ours, so the types come from one of them.

export type LanguageModelV4 = ReturnType<ReturnType<typeof createOpenAI>['chat']>;
export type LanguageModelV4CallOptions = Parameters<LanguageModelV4['doStream']>[0];
export type LanguageModelV4Prompt = LanguageModelV4CallOptions['prompt'];
export type LanguageModelV4Message = LanguageModelV4Prompt[number];
type StreamResult = Awaited<ReturnType<LanguageModelV4['doStream']>>;
export type LanguageModelV4StreamPart =
  StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never;
