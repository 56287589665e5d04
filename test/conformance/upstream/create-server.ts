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
  const server = new McpServer(info, {
    capabilities,
    requestState: { verify: (state, context) => states.verify(state, context) },
  });
  registerPlainTools(server);
  registerAskingTools(server);
  const show = registerChanges(server, changing);
  show('tools');
  show('prompts');
  registerResources(server);
  registerPrompts(server);
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks first' }, (context) =>
    ask({ tool: promptTool, given: '' }, context, (words) => ({
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
    server.registerTool(name, { description, inputSchema: schema }, (args, context) => {
      const given = argument === undefined ? '' : String(args[argument]);
      return ask({ tool, given }, context, (words) => ({ content: [{ type: 'text', text: words }] }));
    });
  }
}

interface Question {
  readonly tool: AskingTool;
  /** Its argument, if it has one. */
  readonly given: string;
}

/** Asks what is not answered yet, round by round; then it has an answer of its own. */
async function ask<R>(
  { tool, given }: Question,
  context: ServerContext,
  answer: (words: string) => R,
): Promise<R | InputRequiredResult> {
  const requestsOf = (round: number): InputRequests => tool.rounds[round]?.(given, context) ?? {};
  const asked = context.mcpReq.requestState<Asked>()?.round ?? 0;
  const open = unanswered(requestsOf(asked), context);
  if (Object.keys(open).length > 0) return inRound(tool, asked, open);
  const next = asked + 1;
  return next < tool.rounds.length ? inRound(tool, next, requestsOf(next)) : answer(tool.conclude(context));
}

async function inRound(
  { hasState = false }: AskingTool,
  round: number,
  inputRequests: InputRequests,
): Promise<InputRequiredResult> {
  return inputRequired(
    hasState ? { inputRequests, requestState: await states.mint({ round }) } : { inputRequests },
  );
}

function unanswered(requests: InputRequests, { mcpReq }: ServerContext): InputRequests {
  const isOpen = (key: string): boolean => inputResponse(mcpReq.inputResponses, key).kind === 'missing';
  return Object.fromEntries(Object.entries(requests).filter(([key]) => isOpen(key)));
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
