import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type InputRequests,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '@patchbay/contracts';

/** A tool that asks its client something, in rounds, before it answers. */
export interface AskingTool {
  readonly description: string;
  /** The one argument it has, a text. */
  readonly argument?: string;
  readonly rounds: readonly Round[];
  readonly hasState?: boolean;
  readonly conclude: (context: ServerContext) => string;
}

type Round = (given: string, context: ServerContext) => InputRequests;

const properties = (names: Readonly<Record<string, JsonObject>>, required: readonly string[]) =>
  ({ type: 'object', properties: names, required }) as never; // the SDK's type lists every form a property may have

const form = (message: string, names: Readonly<Record<string, JsonObject>>, required = Object.keys(names)) =>
  inputRequired.elicit({ message, requestedSchema: properties(names, required) });

const question = (message: string, name: string, type = 'string') => form(message, { [name]: { type } });

const sampling = (words: string, maxTokens = 100) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

const confirm: Round = () => ({ confirm: question('Please confirm', 'ok', 'boolean') });

/** What was chosen and filled in. */
const elicited =
  (intro: string) =>
  ({ mcpReq }: ServerContext): string => {
    const view = inputResponse(mcpReq.inputResponses, 'user');
    const action = view.kind === 'elicit' ? view.action : 'cancel';
    const content = acceptedContent(mcpReq.inputResponses, 'user') ?? {};
    return `${intro} action=${action}, content=${JSON.stringify(content)}`;
  };

const sampled = ({ mcpReq }: ServerContext): string => {
  const view = inputResponse(mcpReq.inputResponses, 'capital_question');
  return `LLM response: ${view.kind === 'sampling' ? JSON.stringify(view.result.content) : ''}`;
};

const withDefaults = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const titled = ['First', 'Second', 'Third'].map((word, at) => ({
  const: `value${String(at + 1)}`,
  title: `${word} Option`,
}));
const options = ['option1', 'option2', 'option3'];
const choices = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
};

/** Only what the client can answer: it says so with every request, or said so at the start. */
const whatItCan: Round = (_, { mcpReq }) => {
  const declared = (mcpReq.envelope as JsonObject | undefined)?.[CLIENT_CAPABILITIES_META_KEY] as
    | JsonObject
    | undefined; // its type leaves out the very keys it is about
  const can = (name: 'elicitation' | 'sampling'): boolean => declared?.[name] !== undefined;
  return {
    ...((!declared || can('elicitation')) && { user_name: question('What is your name?', 'name') }),
    ...((!declared || can('sampling')) && { greeting: sampling('Generate a greeting', 50) }),
  };
};

const askName: Round = () => ({ user_name: question('What is your name?', 'name') });

export const askingTools: Readonly<Record<string, AskingTool>> = {
  test_elicitation: {
    description: 'Asks who you are',
    argument: 'message',
    rounds: [
      (message) => ({ user: form(message, { username: { type: 'string' }, email: { type: 'string' } }) }),
    ],
    conclude: elicited('User response:'),
  },
  test_elicitation_sep1034_defaults: {
    description: 'Asks with defaults',
    rounds: [() => ({ user: form('Is this right?', withDefaults, []) })],
    conclude: elicited('Elicitation completed:'),
  },
  test_elicitation_sep1330_enums: {
    description: 'Asks to choose',
    rounds: [() => ({ user: form('Choose.', choices, []) })],
    conclude: elicited('Elicitation completed:'),
  },
  test_streaming_elicitation: {
    description: 'Asks, for who watches the stream',
    rounds: [askName],
    conclude: () => 'Heard.',
  },
  test_sampling: {
    description: 'Asks a model',
    argument: 'prompt',
    rounds: [(prompt) => ({ capital_question: sampling(prompt) })],
    conclude: sampled,
  },
  test_missing_capability: {
    description: 'Cannot do without a model',
    rounds: [() => ({ capital_question: sampling('What is the capital of France?') })],
    conclude: sampled,
  },
  test_input_required_result_elicitation: {
    description: 'Asks for a name',
    rounds: [askName],
    conclude: ({ mcpReq }) =>
      `Hello, ${JSON.stringify(acceptedContent(mcpReq.inputResponses, 'user_name'))}!`,
  },
  test_input_required_result_sampling: {
    description: 'Asks a model for a capital',
    rounds: [() => ({ capital_question: sampling('What is the capital of France?') })],
    conclude: sampled,
  },
  test_input_required_result_list_roots: {
    description: 'Asks for the roots',
    rounds: [() => ({ client_roots: inputRequired.listRoots() })],
    conclude: () => 'Saw them.',
  },
  test_input_required_result_request_state: {
    description: 'Asks, and wants its state back',
    rounds: [confirm],
    hasState: true,
    conclude: () => 'state-ok',
  },
  test_input_required_result_tampered_state: {
    description: 'Asks, and looks at its state',
    rounds: [confirm],
    hasState: true,
    conclude: () => 'state-ok',
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks three things together',
    rounds: [
      () => ({
        user_name: question('What is your name?', 'name'),
        greeting: sampling('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      }),
    ],
    hasState: true,
    conclude: () => 'Heard all three.',
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice',
    rounds: [
      () => ({ step1: question('Step 1: What is your name?', 'name') }),
      () => ({ step2: question('Step 2: What is your favorite color?', 'color') }),
    ],
    hasState: true,
    conclude: () => 'Heard both.',
  },
  test_input_required_result_capabilities: {
    description: 'Asks what the client can answer',
    rounds: [whatItCan],
    conclude: () => 'Heard.',
  },
};
