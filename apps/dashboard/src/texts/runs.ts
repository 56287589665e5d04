import type { RunDetailName, RunEventName, RunStatus } from '@patchbay/contracts';
import { common } from './common.ts';

export const runs = {
  title: 'Runs',
  about: 'Everything that agents were asked to do, newest first.',
  aboutOwn: 'What you asked agents to do, newest first.',
  none: 'No runs yet',
  noneAbout: 'A question in the chat is a run; so is an alert, and what is asked over REST.',
  noMatch: 'No run matches.',
  openChat: 'Open the chat',
  filters: { status: 'Status', agent: 'Agent' },
  any: 'any',
  clear: 'Clear',
  statuses: {
    QUEUED: 'Queued',
    RUNNING: 'Running',
    WAITING: 'Waits for approval',
    SUCCEEDED: 'Answered',
    FAILED: 'Failed',
    CANCELLED: 'Stopped',
  } satisfies Record<RunStatus, string>,
  took: (ms: number): string =>
    ms < 1_000
      ? `${String(Math.max(0, Math.round(ms)))} ms`
      : `${(ms / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} s`,
} as const;

export const runPage = {
  conversation: 'Open the conversation',
  cancel: 'Stop the run',
  cancelled: 'The run is being stopped.',
  waits: 'Waits for an approval',
  input: 'Question',
  facts: {
    agent: 'Agent',
    model: 'Model',
    by: 'Asked by',
    asked: 'Asked',
    took: 'Took',
    turns: 'Turns',
    calls: 'Tool calls',
    tokens: 'Tokens',
    cost: 'Cost',
  },
  tokens: (input: number, output: number, cached: number): string =>
    `${input.toLocaleString('en')} in, ${output.toLocaleString('en')} out${cached > 0 ? `, ${cached.toLocaleString('en')} of them cached` : ''}`,
  cost: (amount: number): string => amount.toLocaleString('en', { maximumFractionDigits: 6 }),
  noPrices: 'no prices are set',
  timeline: 'Timeline',
  noSteps: 'Nothing has happened yet: it waits for its turn.',
  replay: 'As it was then',
  now: 'As it is now',
  step: (at: number, all: number): string => `Step ${String(at)} of ${String(all)}`,
  scrub: 'Step',
  first: 'To the first step',
  previous: 'Step before',
  play: 'Play',
  pause: 'Pause',
  next: 'Next step',
  last: 'To the last step',
  audit: 'Audit',
  afterStart: (ms: number): string => `+${runs.took(ms)}`,
  events: {
    init: 'Begins',
    message: 'Model says',
    tool_call_update: 'Tool',
    approval_required: 'Asks for approval',
    warning: 'Warning',
    error: 'Failed',
    done: 'Ends',
    model_request: 'Model is asked',
    model_answer: 'Model answers',
    suspended: 'Pauses',
    resumed: 'Goes on',
    cancel: 'Is stopped',
  } satisfies Record<RunEventName | RunDetailName, string>,
  details: {
    tools: (tools: number): string => common.counted(tools, 'tool', 'tools'),
    turn: (turn: number, limit: string | null): string =>
      limit === null ? `turn ${String(turn)}` : `turn ${String(turn)}, the last: its ${limit} are used up`,
    answer: (calls: number, tokens: number): string =>
      [
        ...(calls > 0 ? [`wants ${common.counted(calls, 'call', 'calls')}`] : []),
        common.counted(tokens, 'token', 'tokens'),
      ].join(', '),
    suspended: 'until somebody has decided',
    by: (who: string): string => `by ${who}`,
  },
  call: {
    IN_PROGRESS: 'Tool is called',
    WAITING: 'Tool waits',
    COMPLETED: 'Tool answers',
    FAILED: 'Tool fails',
  },
} as const;

export const story = {
  you: 'You',
  thought: 'Thinking',
  warning: 'Warning',
  queued: 'Waits for its turn …',
  working: (model: string): string => (model === 'none' ? 'Calls the tool …' : `${model} is at work …`),
  lost: 'The line to the hub is cut. The run goes on; this shows the rest when it is back.',
  cancelled: 'Stopped.',
  arguments: 'Arguments',
  noArguments: 'No arguments',
  result: 'Result',
  progress: 'Progress',
  fold: (tool: string): string => `Details of ${tool}`,
  audit: 'Audit',
  details: 'Steps',
  callStatuses: {
    IN_PROGRESS: 'Running',
    WAITING: 'Waits for approval',
    COMPLETED: 'Done',
    FAILED: 'Failed',
  },
  asked: 'It waited for an approval.',
  turns: (turns: number): string => common.counted(turns, 'turn', 'turns'),
  calls: (calls: number): string => common.counted(calls, 'tool call', 'tool calls'),
  tokens: (tokens: number): string => common.counted(tokens, 'token', 'tokens'),
  cost: (cost: string): string => `cost ${cost}`,
} as const;
