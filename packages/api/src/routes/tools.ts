import {
  PatchbayError,
  type JsonObject,
  type RouteQuery,
  type Routes,
  type ToolResult,
} from '@patchbay/contracts';
import {
  asContent,
  CallCancellation,
  renderContent,
  toApprovalView,
  type Approval,
  type AskedCall,
  type CallTool,
  type CatalogTool,
  type Chance,
  type Principal,
  type Toolbox,
  type ToolsFor,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';
import { traceOf } from '../http/trace-of.ts';

export interface ToolHandlerDeps {
  readonly toolbox: Pick<Toolbox, 'listBare'>;
  readonly toolsFor: ToolsFor;
  readonly callTool: CallTool;
  readonly chance: Pick<Chance, 'uuid'>;
}

export function toolHandlers({
  toolbox,
  toolsFor,
  callTool,
  chance,
}: ToolHandlerDeps): Handlers<'listTools' | 'listToolsV1' | 'executeTool'> {
  const list = ({ format, naming, server }: RouteQuery<Routes['listTools']>, principal: Principal) => {
    const all = toolsFor(principal, naming === 'bare' ? toolbox.listBare() : undefined);
    const chosen = server === undefined ? all : all.filter((tool) => tool.server === server);
    return { body: { tools: chosen.map((tool) => formats[format](tool, nameOf[naming](tool))) } };
  };
  return {
    listTools: ({ query, principal }) => list(query, principal),
    listToolsV1: ({ query, principal }) => list(query, principal),

    async executeTool({ body, principal, request }) {
      const { toolName: name, serverId, arguments: args } = body;
      const server = serverId ?? undefined;
      const asked = { principal, name, server, arguments: args, trace: traceOf(request) };
      const call = { id: chance.uuid(), via: 'rest', ...asked } as const;
      const isPatient = !/\brespond-async\b/i.test(request.headers.get('prefer') ?? '');
      const { result, approval } = isPatient
        ? { result: await callTool({ ...call, signal: request.signal }).catch(toOwnFailure) }
        : await callUntilAsked(callTool, call, request.signal);
      const about = { callId: call.id, name };
      if (approval) return accepted(approval, { ...about, principal });
      return { body: { ...toBody(result), ...about } };
    },
  };
}

type Ended =
  | { readonly result: ToolResult; readonly approval?: undefined }
  | { readonly result?: undefined; readonly approval: Approval };

/** The answer, or the question if somebody must be asked; then the call goes on without its caller. */
async function callUntilAsked(callTool: CallTool, call: AskedCall, caller: AbortSignal): Promise<Ended> {
  const cancellation = new CallCancellation();
  const giveUp = (): void => cancellation.abort();
  caller.addEventListener('abort', giveUp);
  if (caller.aborted) giveUp();
  const asked = Promise.withResolvers<Approval>();
  const onAsked = (approval: Approval): void => {
    caller.removeEventListener('abort', giveUp);
    asked.resolve(approval);
  };
  const calling = callTool({ ...call, whenAsked: 'keep', onAsked, signal: cancellation }).catch(toOwnFailure);
  calling.catch(() => {}); // after the question nobody listens; the approval says how it ended
  return Promise.race([
    calling.then((result) => ({ result })),
    asked.promise.then((approval) => ({ approval })),
  ]);
}

function accepted(approval: Approval, { principal, ...about }: AboutCall) {
  const text = `Waits for approval ${approval.id}.`;
  const waiting = { content: [], isError: false, text, approvalId: approval.id };
  return {
    status: 202,
    headers: { Location: `/api/approvals/${approval.id}`, 'Preference-Applied': 'respond-async' },
    body: { ...about, ...waiting, approval: toApprovalView(approval, principal) },
  };
}

interface AboutCall {
  readonly callId: string;
  readonly name: string;
  readonly principal: Principal;
}

const nameOf = {
  prefixed: (tool: CatalogTool): string => tool.offered,
  qualified: (tool: CatalogTool): string => tool.qualified,
  bare: (tool: CatalogTool): string => tool.name,
} as const;

const formats = {
  mcp: ({ server, definition, description, inputSchema }: CatalogTool, name: string): JsonObject => ({
    ...definition,
    name,
    description,
    inputSchema,
    serverId: server,
  }),
  openai: ({ description, inputSchema }: CatalogTool, name: string): JsonObject => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }),
} as const;

/** The server answered, and the answer is that the tool failed: a result, not an error of the hub. */
function toOwnFailure(error: unknown): ToolResult {
  if (PatchbayError.is(error, 'CALL_REFUSED')) return asContent(error);
  throw error;
}

function toBody(result: ToolResult) {
  const content = [...result.content];
  return { ...result, content, isError: result.isError === true, text: renderContent(content) };
}
