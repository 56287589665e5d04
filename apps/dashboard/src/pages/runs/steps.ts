import { parseRunEvent, type RunEvent } from '@patchbay/client';
import {
  runDetailCatalog,
  showLine,
  type RunDetailData,
  type RunDetailName,
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
  readonly about: string;
  readonly isBad: boolean;
  /** Of a call that has an audit row by now. */
  readonly callId: string | undefined;
  /** Undefined for what the readers of a run are not told. */
  readonly event: RunEvent | undefined;
}

interface ListedStep {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly data: unknown;
}

/** What a newer hub tells and this page has no words for is left out. */
export function toSteps(listed: readonly ListedStep[]): readonly Step[] {
  return listed.flatMap(({ id, at, event: name, data }): Step[] => {
    const event = parseRunEvent(name, data);
    if (event)
      return [
        {
          id,
          at,
          name: event.name,
          about: aboutEvent(event),
          isBad: isBad(event),
          callId: callOf(event),
          event,
        },
      ];
    const detail = parseDetail(name, data);
    if (!detail) return [];
    const about = aboutDetail(detail);
    return [{ id, at, name: detail.name, about, isBad: false, callId: undefined, event: undefined }];
  });
}

/** What could be seen of the run after so many steps. */
export function storyAfter(steps: readonly Step[], count: number): Story {
  return steps
    .slice(0, count)
    .reduce((story, { event, at }) => (event ? tell(story, { event, at }) : story), noStory);
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
      return `${nameOf(event.data)} ${runPage.call[event.data.status]}`;
    case 'approval_required':
      return nameOf(event.data);
    case 'warning':
    case 'error':
      return showLine(event.data.message);
    case 'done':
      return runs.statuses[event.data.status];
  }
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
