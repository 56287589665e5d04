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
  /** What was thought before it was said, and the message whose thoughts were shown. */
  #thought = '';
  #thoughtShown: string | undefined;
  #lastText: string | undefined;
  /** What is asked, if not a tool alone. */
  #model: string | undefined;

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
        this.#model = event.data.model === 'none' ? undefined : showLine(event.data.model);
        return this.#waitForModel();
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
    if (delta !== undefined) this.#showThought(messageId, this.#thought);
    this.#messageId = messageId;
    const rest = delta ?? this.#restOf(text ?? '');
    this.#spoken += rest;
    if (rest !== '') this.#context.write(showProse(rest));
    if (text !== undefined) this.#endLine();
  }

  /** It comes piece by piece before what is said, and whole after it: it is shown once, and never within a message. */
  #think({ messageId, delta, text }: RunEventData<'message'>): void {
    if (text !== undefined) return this.#showThought(messageId, text);
    this.#thought += delta ?? '';
    this.#context.waitsFor(`Thinks: ${showLine(this.#thought).slice(-thoughtChars)}`);
  }

  #showThought(messageId: string, thought: string): void {
    this.#thought = '';
    if (messageId === this.#thoughtShown || thought.trim() === '') return;
    this.#thoughtShown = messageId;
    this.#endLine();
    this.#context.err(faint(showProse(thought.trim())));
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
    const said = this.#model === undefined ? '' : `  ${cut(showLine(call.text ?? ''))}`; // else it is the answer
    switch (call.status) {
      case 'IN_PROGRESS':
        err(faint(`→ ${tool} ${showLine(call.arguments ?? '')}`.trimEnd()));
        return waitsFor(`${tool} works`);
      case 'WAITING':
        return waitsFor(`${tool} waits for an approval`);
      case 'COMPLETED':
        err(faint(`✓ ${tool}${said}`));
        return this.#waitForModel();
      case 'FAILED':
        err(`${bad('✗')} ${tool}${said}`);
        return this.#waitForModel();
    }
  }

  #waitForModel(): void {
    this.#context.waitsFor(`Waits for ${this.#model ?? 'the tool'}`);
  }

  #end(done: RunEventData<'done'>): void {
    const { out, err, waitsFor, isInteractive } = this.#context;
    const { status, answer } = done;
    waitsFor(undefined);
    const isShown = isInteractive && this.#lastText?.trim() === answer?.trim();
    if (answer !== null && !isShown) out(isInteractive ? showProse(answer) : answer);
    if (status === 'CANCELLED') err('The run was cancelled.');
    const totals = showTotals(done);
    if (isInteractive && totals !== '') err(faint(totals));
  }

  #endLine(): void {
    if (this.#spoken !== '' && !this.#spoken.endsWith('\n')) this.#context.write('\n');
    this.#spoken = '';
  }
}

function showTotals({ turns, toolCalls, usage, cost }: RunEventData<'done'>): string {
  const tokens = usage.inputTokens + usage.outputTokens;
  const sums = [
    ...(turns > 0 ? [count(turns, 'turn')] : []),
    ...(toolCalls > 0 ? [count(toolCalls, 'tool call')] : []),
    ...(tokens > 0 ? [count(tokens, 'token')] : []),
    ...(cost > 0 ? [`cost ${cost.toFixed(4)}`] : []),
  ];
  return sums.join(', ');
}

function toolOf({ serverId, toolName }: { serverId: string | null; toolName: string }): string {
  return showLine(serverId === null ? toolName : `${serverId}.${toolName}`);
}

/** As much of a thought as tells that it goes on. */
const thoughtChars = 60;

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
