import type { ModelScript, ScriptedReply } from '@patchbay/contracts';
import { matchScript } from '@patchbay/core';

/** A request as OpenAI's chat completions have it, as far as the fixture looks at it. */
export interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters?: unknown } }[];
  readonly tool_choice?: unknown;
  readonly stop?: readonly string[];
}

interface ChatMessage {
  readonly role: string;
  readonly content: string | null | readonly { readonly type: string; readonly text?: string }[];
  readonly tool_calls?: readonly unknown[];
}

/** What the script says to a request. Failures are counted for each reply, since nothing in a request tells. */
export function createLlmScript(script: ModelScript) {
  const failures = new Map<ScriptedReply, number>();
  return (
    request: ChatRequest,
  ): { readonly reply: ScriptedReply | undefined; readonly isFailing: boolean } => {
    const reply = matchScript(script, {
      turn: request.messages.filter(({ role }) => role === 'assistant').length + 1,
      last: textOf(request.messages.at(-1)),
      prompt: request.messages.filter(isPrompt).map(textOf).join('\n'),
      tools: (request.tools ?? []).map((tool) => tool.function.name),
    });
    const failed = reply ? (failures.get(reply) ?? 0) : 0;
    const isFailing = reply?.fail !== undefined && failed < (reply.fail.times ?? Number.POSITIVE_INFINITY);
    if (reply && isFailing) failures.set(reply, failed + 1);
    return { reply, isFailing };
  };
}

function isPrompt({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer';
}

function textOf(message: ChatMessage | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map(({ text = '' }) => text).join('\n');
}
