import { runLimitsSchema, type RunLimits } from '@patchbay/contracts';
import type { ApprovalId, Equipment, Run, RunAgent, RunId, RunStep, RunTool } from '@patchbay/core';
import { aPrincipal } from './builders.ts';

export function aRun(
  overrides: Partial<Omit<Run, 'agent'>> & { readonly agent?: Partial<RunAgent> } = {},
): Run {
  const { agent, ...others } = overrides;
  return {
    id: 'run-1' as RunId,
    conversationId: 'talk-1',
    principal: aPrincipal(),
    input: 'What is in my notes?',
    history: [],
    createdAt: new Date('2026-01-01T00:00:00.000Z'),
    ...others,
    agent: {
      name: 'helper',
      model: 'test-model',
      instructions: 'You help.',
      dialect: 'native',
      limits: someLimits(),
      isolated: false,
      approval: 'ASK_USER',
      ...agent,
    },
  };
}

export function someLimits(overrides: Partial<RunLimits> = {}): RunLimits {
  return { ...runLimitsSchema.parse({}), ...overrides };
}

export function aRunTool(server: string, tool: string, overrides: Partial<RunTool> = {}): RunTool {
  return {
    name: `${server}__${tool}`,
    server,
    tool,
    description: `Does ${tool}.`,
    inputSchema: { type: 'object', properties: {} },
    ...overrides,
  };
}

export function someEquipment(overrides: Partial<Equipment> = {}): Equipment {
  return {
    tools: [aRunTool('files', 'read'), aRunTool('files', 'write')],
    instructions: undefined,
    unavailable: [],
    leftOut: [],
    model: {
      seesImages: false,
      contextTokens: 128_000,
      maxOutputTokens: 8_192,
      prices: { input: 1, output: 2 },
    },
    ...overrides,
  };
}

const at = new Date('2026-01-01T00:00:01.000Z');
const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 2 };

/** One of every kind. */
export const someRunSteps: readonly RunStep[] = [
  { kind: 'prepared', equipment: someEquipment({ instructions: 'Be kind.' }), at },
  { kind: 'asked', turn: 1, at },
  {
    kind: 'unanswered',
    turn: 1,
    failure: { code: 'MODEL_UNAVAILABLE', message: 'busy', isRetryable: true, retryAfterMs: 5 },
    at,
  },
  { kind: 'asked', turn: 1, limit: 'turns', at },
  {
    kind: 'answered',
    turn: 1,
    reply: {
      parts: [
        { kind: 'thought', text: 'Hm.', meta: { signature: 'x' } },
        { kind: 'text', text: 'I look. ü€😀' },
        { kind: 'call', id: 'c1', name: 'files__read', arguments: '{"path":"a"}' },
      ],
      finish: 'tool-calls',
      usage,
    },
    at,
  },
  { kind: 'called', callId: 'run-1.1.1', at },
  {
    kind: 'waits',
    callId: 'run-1.1.1',
    question: {
      id: 'a1' as ApprovalId,
      server: 'files',
      tool: 'read',
      args: { path: 'a' },
      expiresAt: '2026-01-01T00:05:00.000Z',
    },
    at,
  },
  { kind: 'suspended', at },
  { kind: 'resumed', at },
  {
    kind: 'result',
    callId: 'run-1.1.1',
    result: { content: [{ type: 'text', text: 'hello' }], isError: true },
    summary: { usage, cost: 0.25 },
    at,
  },
  { kind: 'notice', code: 'TEST', message: 'A notice.', at },
  { kind: 'cancel', by: 'boss', at },
  { kind: 'ended', end: { status: 'CANCELLED', reason: 'cancelled', message: 'boss cancelled it.' }, at },
];
