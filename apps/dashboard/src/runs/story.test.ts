import type { RunEvent } from '@patchbay/client';
import { describe, expect, it } from 'vitest';
import { dropUnfinished, noStory, tell, type Story } from './story.ts';

const storyOf = (...events: readonly RunEvent[]): Story =>
  events.reduce(
    (story, event, at) => tell(story, { event, at: `2026-01-01T00:00:0${String(at)}Z` }),
    noStory,
  );

const piece = (delta: string, messageId = 'm'): RunEvent => ({
  name: 'message',
  data: { messageId, turn: 1, channel: 'text', delta },
});
const whole = (text: string): RunEvent => ({
  name: 'message',
  data: { messageId: 'm', turn: 1, channel: 'text', text },
});
const call = { callId: 'c', serverId: 'fx', toolName: 'echo' };
const calls: RunEvent = {
  name: 'tool_call_update',
  data: { ...call, status: 'IN_PROGRESS', arguments: '{"a":1}' },
};

describe('the story of a run', () => {
  it('grows a message piece by piece, and has it once when it is whole', () => {
    expect(storyOf(piece('Hel'), piece('lo')).items).toMatchObject([{ text: 'Hello', isWhole: false }]);
    expect(storyOf(piece('Hel'), whole('Hello.'), piece('late')).items).toMatchObject([{ text: 'Hello.' }]);
  });

  it('forgets what was cut off: it comes again', () => {
    expect(dropUnfinished(storyOf(whole('Kept.'), piece('cut', 'n'))).items).toMatchObject([
      { text: 'Kept.' },
    ]);
    const again = { code: 'MODEL_RETRIED', message: 'Again.' };
    expect(storyOf(piece('cut'), { name: 'warning', data: again }).items).toMatchObject([
      { message: 'Again.' },
    ]);
  });

  it('has one card for a call, from its arguments to its answer', () => {
    const story = storyOf(
      calls,
      {
        name: 'approval_required',
        data: { ...call, approvalRequestId: 'q', arguments: {}, expiresAt: '2026-01-01T00:05:00Z' },
      },
      { name: 'tool_call_update', data: { ...call, status: 'WAITING' } },
      { name: 'tool_call_update', data: { ...call, status: 'IN_PROGRESS', progress: { progress: 1 } } },
      { name: 'tool_call_update', data: { ...call, status: 'COMPLETED', text: 'done' } },
    );
    expect(story.items).toMatchObject([
      {
        key: 'c',
        arguments: '{"a":1}',
        approvalId: 'q',
        status: 'COMPLETED',
        text: 'done',
        progress: undefined,
        beganAt: '2026-01-01T00:00:00Z',
        endedAt: '2026-01-01T00:00:04Z',
      },
    ]);
  });
});
