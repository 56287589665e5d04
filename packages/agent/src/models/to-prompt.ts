import type { Message, ReplyPart } from '@patchbay/core';
import type { LanguageModelV4Message, LanguageModelV4Prompt } from './ai-sdk.ts';
import type { ToolNames } from './tool-names.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

export function toPrompt(messages: readonly Message[], names: ToolNames): LanguageModelV4Prompt {
  return messages.map((message) => toPromptMessage(message, names));
}

function toPromptMessage(message: Message, names: ToolNames): LanguageModelV4Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return {
        role: 'user',
        content: [
          { type: 'text', text: message.text },
          ...(message.images ?? []).map(({ mimeType, data }) => ({
            type: 'file' as const,
            mediaType: mimeType,
            data: { type: 'data' as const, data },
          })),
        ],
      };
    case 'assistant':
      return { role: 'assistant', content: message.parts.map((part) => toAssistantPart(part, names)) };
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ callId, name, text, isError }) => ({
          type: 'tool-result' as const,
          toolCallId: callId,
          toolName: names.to(name),
          output: { type: isError ? ('error-text' as const) : ('text' as const), value: text },
        })),
      };
  }
}

function toAssistantPart(part: ReplyPart, names: ToolNames): AssistantContent[number] {
  const options = part.meta && { providerOptions: part.meta as never }; // it came from the provider itself
  if (part.kind === 'call') {
    const { id: toolCallId, name } = part;
    return {
      type: 'tool-call',
      toolCallId,
      toolName: names.to(name),
      input: toInput(part.arguments),
      ...options,
    };
  }
  return { type: part.kind === 'text' ? 'text' : 'reasoning', text: part.text, ...options };
}

/** Providers want an object. What the model wrote is one if it did well; if not, they are shown what it wrote. */
function toInput(written: string): unknown {
  try {
    const value: unknown = JSON.parse(written === '' ? '{}' : written);
    return typeof value === 'object' && value !== null ? value : { input: value };
  } catch {
    return { input: written };
  }
}
