import type { RunEvent } from '@patchbay/client';
import type { RunEventData } from '@patchbay/contracts';

/** One event of a run, and when that was if it is stored. */
export interface Told {
  readonly event: RunEvent;
  readonly at: string | undefined;
}

interface Said {
  readonly kind: 'said';
  readonly key: string;
  readonly channel: 'text' | 'thought';
  readonly text: string;
  /** Until then it is what came of it so far. */
  readonly isWhole: boolean;
}

export interface Called {
  readonly kind: 'called';
  readonly key: string;
  readonly server: string | null;
  readonly tool: string;
  readonly status: RunEventData<'tool_call_update'>['status'];
  readonly arguments: string;
  readonly text: string | undefined;
  readonly content: RunEventData<'tool_call_update'>['content'];
  readonly progress: unknown;
  readonly approvalId: string | undefined;
  readonly beganAt: string | undefined;
  readonly endedAt: string | undefined;
}

interface Warned {
  readonly kind: 'warned';
  readonly key: string;
  readonly message: string;
}

/** What a run is to those who look at it: the same from the stream, from what is stored, and from a part of that. */
export interface Story {
  readonly begun: RunEventData<'init'> | undefined;
  readonly items: readonly (Said | Called | Warned)[];
  readonly error: RunEventData<'error'> | undefined;
  readonly end: RunEventData<'done'> | undefined;
}

export const noStory: Story = { begun: undefined, items: [], error: undefined, end: undefined };

export function tell(story: Story, { event, at }: Told): Story {
  switch (event.name) {
    case 'init':
      return { ...story, begun: event.data };
    case 'message':
      return speak(story, event.data);
    case 'tool_call_update':
      return { ...story, items: putCall(story.items, event.data, at) };
    case 'approval_required':
      return { ...story, items: putQuestion(story.items, event.data) };
    case 'warning':
      return warn(event.data.code === 'MODEL_RETRIED' ? dropUnfinished(story) : story, event.data.message);
    case 'error':
      return { ...story, error: event.data };
    case 'done':
      return { ...story, end: event.data };
  }
}

/** What was cut off comes again, whole. */
export function dropUnfinished(story: Story): Story {
  return { ...story, items: story.items.filter((item) => item.kind !== 'said' || item.isWhole) };
}

function speak(story: Story, { messageId, channel, delta = '', text }: RunEventData<'message'>): Story {
  const key = `${messageId} ${channel}`;
  const at = story.items.findIndex((item) => item.key === key);
  const before = story.items[at];
  if (before?.kind === 'said' && before.isWhole) return story;
  const so = before?.kind === 'said' ? before.text : '';
  const said: Said = { kind: 'said', key, channel, text: text ?? so + delta, isWhole: text !== undefined };
  return { ...story, items: at === -1 ? [...story.items, said] : story.items.with(at, said) };
}

function warn(story: Story, message: string): Story {
  const key = `warning ${String(story.items.length)}`;
  return { ...story, items: [...story.items, { kind: 'warned', key, message }] };
}

type Update = RunEventData<'tool_call_update'>;

function putCall(items: Story['items'], update: Update, at: string | undefined): Story['items'] {
  const known = items.findIndex(({ key }) => key === update.callId);
  const before = items[known];
  const call = goOn(before?.kind === 'called' ? before : begin(update, at), update, at);
  return known === -1 ? [...items, call] : items.with(known, call);
}

function goOn(old: Called, update: Update, at: string | undefined): Called {
  const { status, text = old.text, content = old.content, progress = old.progress } = update;
  const isOver = status === 'COMPLETED' || status === 'FAILED';
  return {
    ...old,
    status,
    arguments: update.arguments ?? old.arguments,
    text,
    content,
    progress: isOver ? undefined : progress,
    endedAt: isOver ? at : undefined,
  };
}

function begin({ callId, serverId, toolName, status }: Update, at: string | undefined): Called {
  return {
    kind: 'called',
    key: callId,
    server: serverId,
    tool: toolName,
    status,
    arguments: '',
    text: undefined,
    content: undefined,
    progress: undefined,
    approvalId: undefined,
    beganAt: at,
    endedAt: undefined,
  };
}

function putQuestion(items: Story['items'], asked: RunEventData<'approval_required'>): Story['items'] {
  return items.map((item) =>
    item.kind === 'called' && item.key === asked.callId
      ? { ...item, approvalId: asked.approvalRequestId }
      : item,
  );
}

export function toolOf({ server, tool }: Pick<Called, 'server' | 'tool'>): string {
  return server === null ? tool : `${server}.${tool}`;
}
