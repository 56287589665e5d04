import { parseRunEvent, type RunEvent } from '@patchbay/client';
import {
  runDetailCatalog,
  showLine,
  type RunDetailData,
  type RunDetailName,
  type RunEventData,
  type RunEventName,
} from '@patchbay/contracts';
import { noStory, tell, toolOf, type Story } from '../../runs/story.ts';
import { runPage, runs } from '../../texts/runs.ts';

type RunDetail = {
  readonly [N in RunDetailName]: { readonly name: N; readonly data: RunDetailData<N> };
}[RunDetailName];

/** One line of the timeline. */
export interface Step {
  readonly id: string;
  readonly at: string;
  readonly name: RunEventName | RunDetailName;
  readonly title: string;
  readonly about: string;
  readonly isBad: boolean;
  /** Of a call that has an audit row by now. */
  readonly callId: string | undefined;
  /** What readers of the run were told with it. */
  readonly events: readonly RunEvent[];
}

interface ListedStep {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly data: unknown;
}

/** What a newer hub tells and this page has no words for is left out. */
export function toSteps(listed: readonly ListedStep[]): readonly Step[] {
  return listed.reduce<Step[]>((steps, { id, at, event: name, data }) => {
    const event = parseRunEvent(name, data);
    const last = steps.at(-1);
    if (event && last && isEcho(event)) return steps.with(-1, { ...last, events: [...last.events, event] });
    const line = event ? lineOf(event) : lineOfDetail(parseDetail(name, data));
    return line ? [...steps, { id, at, ...line }] : steps;
  }, []);
}

/** What could be seen of the run after so many steps. */
export function storyAfter(steps: readonly Step[], count: number): Story {
  return steps
    .slice(0, count)
    .flatMap(({ events, at }) => events.map((event) => ({ event, at })))
    .reduce(tell, noStory);
}

type Line = Omit<Step, 'id' | 'at'>;

function lineOf(event: RunEvent): Line {
  const about = aboutEvent(event);
  return {
    name: event.name,
    title: titleOf(event),
    about,
    isBad: isBad(event),
    callId: callOf(event),
    events: [event],
  };
}

function titleOf(event: RunEvent): string {
  if (event.name === 'tool_call_update') return runPage.call[event.data.status];
  const isThought = event.name === 'message' && event.data.channel === 'thought';
  return isThought ? runPage.thinks : runPage.events[event.name];
}

function lineOfDetail(detail: RunDetail | undefined): Line | undefined {
  if (!detail) return undefined;
  const { name } = detail;
  return {
    name,
    title: runPage.events[name],
    about: aboutDetail(detail),
    isBad: false,
    callId: undefined,
    events: [],
  };
}

/** That a call waits is told with the question it waits for. */
function isEcho(event: RunEvent): boolean {
  return event.name === 'tool_call_update' && event.data.status === 'WAITING';
}

function parseDetail(name: string, data: unknown): RunDetail | undefined {
  const known = Object.hasOwn(runDetailCatalog, name) ? runDetailCatalog[name as RunDetailName] : undefined;
  const parsed = known?.data.safeParse(data);
  return parsed?.success ? ({ name, data: parsed.data } as RunDetail) : undefined; // by the row of this name
}

function aboutEvent(event: RunEvent): string {
  switch (event.name) {
    case 'init':
      return `${event.data.model}, ${runPage.details.tools(event.data.tools.length)}`;
    case 'message':
      return showLine(event.data.text ?? '');
    case 'tool_call_update':
      return aboutCall(event.data);
    case 'approval_required':
      return nameOf(event.data);
    case 'warning':
    case 'error':
      return showLine(event.data.message);
    case 'done':
      return runs.statuses[event.data.status];
  }
}

function aboutCall(call: RunEventData<'tool_call_update'>): string {
  return `${nameOf(call)}  ${showLine(call.text ?? call.arguments ?? '')}`.trim();
}

function aboutDetail(detail: RunDetail): string {
  const words = runPage.details;
  switch (detail.name) {
    case 'model_request':
      return words.turn(detail.data.turn, detail.data.limit);
    case 'model_answer': {
      const { calls, usage } = detail.data;
      return words.answer(calls, usage.inputTokens + usage.outputTokens);
    }
    case 'suspended':
      return words.suspended;
    case 'resumed':
      return '';
    case 'cancel':
      return words.by(detail.data.by);
  }
}

function nameOf({
  serverId,
  toolName,
}: {
  readonly serverId: string | null;
  readonly toolName: string;
}): string {
  return toolOf({ server: serverId, tool: toolName });
}

function isBad(event: RunEvent): boolean {
  return event.name === 'error' || (event.name === 'tool_call_update' && event.data.status === 'FAILED');
}

function callOf(event: RunEvent): string | undefined {
  if (event.name !== 'tool_call_update') return undefined;
  const { status, callId } = event.data;
  return status === 'COMPLETED' || status === 'FAILED' ? callId : undefined;
}
