import type { RunEvent } from '@patchbay/client';
import { type RunEventData, showLine, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import type { Context } from './command.ts';
import { bad, count, faint, warned } from './output.ts';

/**
 * A run as somebody watches it: on a terminal the answer appears as it is written; otherwise it is the only thing on
 * stdout, once it is whole. A class because it knows what was said already.
 */
export class RunScreen {
  readonly #context: Context;
  /** What was written of the message that is being spoken. */
  #spoken = '';
  #messageId: string | undefined;
  #lastText: string | undefined;

  constructor(context: Context) {
    this.#context = context;
    context.waitsFor('Waits for its turn');
  }

  show(event: RunEvent): void {
    const { err, waitsFor } = this.#context;
    if (event.name === 'message') return this.#speak(event.data);
    this.#endLine();
    switch (event.name) {
      case 'init':
        return waitsFor(`Waits for ${event.data.model === 'none' ? 'the tool' : showLine(event.data.model)}`);
      case 'tool_call_update':
        return this.#tellCall(event.data);
      case 'approval_required':
        return waitsFor(`${toolOf(event.data)} waits for an approval`);
      case 'warning':
        return err(warned(showProse(event.data.message)));
      case 'error':
        return err(`${bad('Failed:')} ${showProse(event.data.message)}`);
      case 'done':
        return this.#end(event.data);
    }
  }

  /** What was being said is said again, whole, once the hub is back. */
  loseHub(): void {
    this.#endLine();
    this.#context.err('The hub does not answer; the run goes on when it is back. Trying again.');
    this.#context.waitsFor('Waits for the hub');
  }

  #speak(message: RunEventData<'message'>): void {
    if (message.channel === 'thought') return this.#think(message);
    const { messageId, delta, text } = message;
    if (text !== undefined) this.#lastText = text;
    if (!this.#context.isInteractive) return;
    if (messageId !== this.#messageId) this.#endLine();
    this.#messageId = messageId;
    const rest = delta ?? this.#restOf(text ?? '');
    this.#spoken += rest;
    if (rest !== '') this.#context.write(showProse(rest));
    if (text !== undefined) this.#endLine();
  }

  #think({ delta, text }: RunEventData<'message'>): void {
    this.#endLine();
    if (text !== undefined) this.#context.err(faint(showProse(text.trim())));
    else if (delta !== undefined) this.#context.waitsFor(`Thinks: ${showLine(delta)}`);
  }

  /** Who came late heard only the end of it, and gets it again whole. */
  #restOf(text: string): string {
    if (text.startsWith(this.#spoken)) return text.slice(this.#spoken.length);
    return `\n${text}`;
  }

  #tellCall(call: RunEventData<'tool_call_update'>): void {
    const { err, waitsFor } = this.#context;
    const tool = toolOf(call);
    if (call.progress !== undefined) return waitsFor(`${tool} ${showProgress(call.progress)}`);
    const said = cut(showLine(call.text ?? ''));
    switch (call.status) {
      case 'IN_PROGRESS':
        err(faint(`→ ${tool} ${showLine(call.arguments ?? '')}`.trimEnd()));
        return waitsFor(`${tool} works`);
      case 'WAITING':
        return waitsFor(`${tool} waits for an approval`);
      case 'COMPLETED':
        err(faint(`✓ ${tool}  ${said}`));
        return waitsFor('Goes on');
      case 'FAILED':
        err(`${bad('✗')} ${tool}  ${said}`);
        return waitsFor('Goes on');
    }
  }

  #end(done: RunEventData<'done'>): void {
    const { out, err, waitsFor, isInteractive } = this.#context;
    const { status, answer } = done;
    waitsFor(undefined);
    const isShown = isInteractive && this.#lastText?.trim() === answer?.trim();
    if (answer !== null && !isShown) out(isInteractive ? showProse(answer) : answer);
    if (status === 'CANCELLED') err('The run was cancelled.');
    if (isInteractive) err(faint(showTotals(done)));
  }

  #endLine(): void {
    if (this.#spoken !== '' && !this.#spoken.endsWith('\n')) this.#context.write('\n');
    this.#spoken = '';
  }
}

function showTotals({ turns, toolCalls, usage, cost }: RunEventData<'done'>): string {
  const tokens = usage.inputTokens + usage.outputTokens;
  const sums = [
    count(turns, 'turn'),
    count(toolCalls, 'tool call'),
    ...(tokens > 0 ? [count(tokens, 'token')] : []),
    ...(cost > 0 ? [`cost ${cost.toFixed(4)}`] : []),
  ];
  return sums.join(', ');
}

function toolOf({ serverId, toolName }: { serverId: string | null; toolName: string }): string {
  return showLine(serverId === null ? toolName : `${serverId}.${toolName}`);
}

const longest = 100;

function cut(line: string): string {
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const progressSchema = z.object({
  progress: z.number().optional(),
  total: z.number().optional(),
  message: z.string().optional(),
});

/** As servers tell it: how far, of how much, and a word. */
function showProgress(told: unknown): string {
  const { progress, total, message = '' } = progressSchema.safeParse(told).data ?? {};
  const amount = [progress, total].filter((one) => one !== undefined).join('/');
  return showLine(`${amount} ${message}`);
}
