import {
  isJsonObject,
  PatchbayError,
  type Json,
  type JsonObject,
  type ToolResult,
} from '@patchbay/contracts';
import {
  asContent,
  progressOf,
  type Approval,
  type ApprovalId,
  type AskedCall,
  type Question,
  type RunCall,
  type RunTool,
  type Spent,
} from '@patchbay/core';
import { toContent } from './results.ts';
import type { Work } from './work.ts';

interface Dispatched {
  readonly call: RunCall;
  readonly tool: RunTool;
  /** The question that somebody answered since. */
  readonly resumes?: ApprovalId | undefined;
}

/**
 * One call of a tool, through the one path that all calls take. It is told to come again where somebody must agree first:
 * then the question is stored, and nobody needs to hold the call while it waits.
 */
export async function dispatch(work: Work, matter: Dispatched): Promise<'waiting' | 'done'> {
  const { id: callId } = matter.call;
  const answer = await attempt(work, matter);
  await work.log.write({ ...answer, callId });
  return answer.kind === 'result' ? 'done' : 'waiting';
}

type Attempted =
  | { readonly kind: 'result'; readonly result: ToolResult; readonly summary?: Spent | undefined }
  | { readonly kind: 'waits'; readonly question: Question };

async function attempt(work: Work, matter: Dispatched): Promise<Attempted> {
  const { ports, signal } = work;
  let summary: Spent | undefined;
  const onSummary = (spent: Spent): void => void (summary = spent);
  try {
    const { toolbox, rules } = await work.tools();
    signal.throwIfAborted();
    const result = await ports.callTool({ ...toCall(work, matter), toolbox, rules, onSummary });
    return { kind: 'result', result, ...(summary && { summary }) };
  } catch (error) {
    if (signal.aborted || isStop(error)) throw error;
    const question = await questionOf(work, error);
    return question ? { kind: 'waits', question } : { kind: 'result', result: tell(work, matter, error) };
  }
}

function toCall({ ports, log, signal, trace }: Work, { call, tool, resumes }: Dispatched): AskedCall {
  const { run } = log.stored;
  const onProgress = (progress: JsonObject): void =>
    ports.emit({ runId: run.id, step: undefined, event: progressOf(log.stored, call.id, progress) });
  return {
    id: call.id,
    principal: run.principal,
    via: 'run',
    name: tool.tool,
    server: tool.server,
    arguments: call.arguments,
    trace,
    signal,
    whenAsked: 'tell',
    unlessRuled: run.agent.approval,
    resumes,
    onProgress,
  };
}

function isStop(error: unknown): boolean {
  return PatchbayError.is(error, 'CALL_CANCELLED') || PatchbayError.is(error, 'HUB_STOPPING');
}

async function questionOf({ ports }: Work, error: unknown): Promise<Question | undefined> {
  if (!PatchbayError.is(error, 'APPROVAL_PENDING')) return undefined;
  const approval = await ports.findApproval(error.data.approvalId as ApprovalId); // it comes from one
  return approval && toQuestion(approval);
}

function toQuestion({ id, server, tool, args, expiresAt }: Approval): Question {
  const value = JSON.parse(args.text) as Json; // only what was JSON is asked about
  return { id, server, tool, args: isJsonObject(value) ? value : {}, expiresAt: expiresAt.toISOString() };
}

/** Whatever failed, the model is told and goes on. */
function tell({ ports, log }: Work, { call }: Dispatched, error: unknown): ToolResult {
  if (PatchbayError.is(error)) return asContent(error);
  ports.log.error('run.call-broken', { run: log.stored.run.id, call: call.id, error });
  return toContent('MCP tool execution failed: Something went wrong.');
}
