import {
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
  type InputRequests,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { askingTools, type AskingTool } from './asking-tools.ts';
import { registerPrompts, registerResources } from './offers.ts';
import { plainTools } from './plain-tools.ts';

/** What the suite changes in the server, and how the server tells of it. */
export interface Changing {
  readonly extra: { tools: boolean; prompts: boolean };
  readonly tell: (list: 'tools' | 'prompts') => void;
}

interface Asked {
  /** Which round was asked last. */
  readonly round: number;
}

const states = createRequestStateCodec<Asked>({ key: 'only a fixture, so everybody may know it' });
const listChanged = { listChanged: true };
const capabilities = {
  tools: listChanged,
  prompts: listChanged,
  resources: { ...listChanged, subscribe: true },
  logging: {},
  completions: {},
};
const anything = fromJsonSchema<Record<string, unknown>>({ type: 'object', properties: {} });

export interface ConformanceServer {
  readonly server: McpServer;
  /** Brings a list to what it should be by now, and tells the client of it. */
  readonly show: (list: 'tools' | 'prompts') => void;
}

/** A server with all that the scenarios of the suite ask for. One of it serves one request, or one session. */
export function createConformanceServer(changing: Changing): ConformanceServer {
  const info = { name: 'conformance-upstream', version: '1.0.0' };
  const server = new McpServer(info, { capabilities, requestState: { verify: states.verify } });
  registerPlainTools(server);
  registerAskingTools(server);
  const show = registerChanges(server, changing);
  show('tools');
  show('prompts');
  registerResources(server);
  registerPrompts(server);
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks first' }, (context) =>
    ask(promptTool, '', context, (words) => ({
      messages: [{ role: 'user', content: { type: 'text', text: words } }],
    })),
  );
  const watching = async (): Promise<Record<string, never>> => ({});
  server.server.setRequestHandler('resources/subscribe', watching);
  server.server.setRequestHandler('resources/unsubscribe', watching);
  server.server.setRequestHandler('completion/complete', async () => ({
    completion: { values: ['paris', 'park'], total: 2, hasMore: false },
  }));
  return { server, show };
}

const promptTool: AskingTool = {
  description: '',
  rounds: [
    () => ({
      user_context: inputRequired.elicit({
        message: 'What context should the prompt use?',
        requestedSchema: {
          type: 'object',
          properties: { context: { type: 'string' } },
          required: ['context'],
        },
      }),
    }),
  ],
  conclude: () => 'With your context.',
};

function registerPlainTools(server: McpServer): void {
  for (const [name, { description, inputSchema, run }] of Object.entries(plainTools)) {
    const schema = inputSchema ? fromJsonSchema(inputSchema) : anything;
    server.registerTool(name, { description, inputSchema: schema }, (_, context) => run(context));
  }
}

function registerAskingTools(server: McpServer): void {
  for (const [name, tool] of Object.entries(askingTools)) {
    const { description, argument } = tool;
    const schema =
      argument === undefined
        ? anything
        : fromJsonSchema<Record<string, unknown>>({
            type: 'object',
            properties: { [argument]: { type: 'string' } },
            required: [argument],
          });
    server.registerTool(name, { description, inputSchema: schema }, (given, context) =>
      ask(tool, argument === undefined ? '' : String(given[argument]), context, (words) => ({
        content: [{ type: 'text', text: words }],
      })),
    );
  }
}

/** Asks what is not answered yet, round by round; then it has an answer of its own. */
async function ask<R>(
  tool: AskingTool,
  given: string,
  context: ServerContext,
  answer: (words: string) => R,
): Promise<R | InputRequiredResult> {
  const { mcpReq } = context;
  const round = mcpReq.requestState<Asked>()?.round ?? 0;
  const open = unanswered(tool.rounds[round]?.(given, context) ?? {}, context);
  const next = Object.keys(open).length > 0 ? round : round + 1;
  if (next >= tool.rounds.length) return answer(tool.conclude(context));
  const inputRequests = next === round ? open : (tool.rounds[next]?.(given, context) ?? {});
  const requestState = tool.hasState === true ? await states.mint({ round: next }) : undefined;
  return inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) });
}

function unanswered(requests: InputRequests, { mcpReq }: ServerContext): InputRequests {
  return Object.fromEntries(
    Object.entries(requests).filter(([key]) => inputResponse(mcpReq.inputResponses, key).kind === 'missing'),
  );
}

/** Tools with which the suite changes the lists, each time to another one. */
function registerChanges(server: McpServer, { extra, tell }: Changing): ConformanceServer['show'] {
  for (const list of ['tools', 'prompts'] as const) {
    const name = list === 'tools' ? 'test_trigger_tool_change' : 'test_trigger_prompt_change';
    const description = `Changes the list of ${list}`;
    server.registerTool(name, { description, inputSchema: anything }, () => {
      extra[list] = !extra[list];
      tell(list);
      return { content: [{ type: 'text', text: 'Changed.' }] };
    });
  }
  const description = 'Comes and goes';
  const registered = {
    tools: server.registerTool('test_extra_tool', { description, inputSchema: anything }, () => ({
      content: [],
    })),
    prompts: server.registerPrompt('test_extra_prompt', { description }, () => ({ messages: [] })),
  };
  return (list) => registered[list].update({ enabled: extra[list] });
}
