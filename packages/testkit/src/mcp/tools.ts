import type { Json, JsonObject, RpcAnswer, ToolDefinition } from '@patchbay/contracts';
import { png } from './offers.ts';
import type { AskClient, Questions } from './asking.ts';
import { codes, notification, ok, refuse } from './wire.ts';

/** A tool that a test makes up: what it is listed as, and what every call of it answers. */
export interface ScriptedTool {
  readonly definition: ToolDefinition;
  /** Without one, a call answers its own arguments as text. */
  readonly result?: JsonObject;
}

/** A tool of the fixture by name, or one that the test makes up. Plain data, so that it reaches a child process. */
export type ToolEntry = BuiltInName | ScriptedTool;

/** What a running tool can do to the world. */
export interface ToolRun {
  readonly args: JsonObject;
  readonly progress: (progress: number, total: number, message?: string) => void;
  /** Said only to those who asked for it. */
  readonly log: (level: string, data: Json) => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly ask: AskClient;
  /** Says what belongs to no request. */
  readonly push: (message: JsonObject) => void;
  /** Whether it is the first time that somebody is sent there. */
  readonly visit: (url: string) => boolean;
  /** Takes effect, once; gives how often it has. */
  readonly count: () => number;
}

interface BuiltIn {
  readonly definition: ToolDefinition;
  readonly run: (run: ToolRun) => RpcAnswer | Promise<RpcAnswer>;
}

const text = (value: string): JsonObject => ({ content: [{ type: 'text', text: value }] });
const stringOf = (value: Json | undefined, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;
const readOnly = { readOnlyHint: true, idempotentHint: true };

function schema(properties: Readonly<Record<string, string>>, required: readonly string[] = []): JsonObject {
  const typed = Object.entries(properties).map(([name, type]) => [name, { type }] as const);
  return { type: 'object', properties: Object.fromEntries(typed), required };
}

const builtIns = {
  echo: {
    definition: {
      name: 'echo',
      description: 'Says it back',
      inputSchema: schema({ message: 'string' }, ['message']),
      annotations: readOnly,
    },
    run: ({ args }) => ok(text(stringOf(args['message'], ''))),
  },
  add: {
    definition: {
      name: 'add',
      description: 'Adds two numbers',
      inputSchema: schema({ a: 'number', b: 'number' }, ['a', 'b']),
      annotations: readOnly,
    },
    run: ({ args }) => ok(text(String(Number(args['a']) + Number(args['b'])))),
  },
  everything: {
    definition: {
      name: 'everything',
      description: 'Every kind of content; `known` leaves out the one that no revision knows',
      inputSchema: schema({ known: 'boolean' }),
    },
    run: ({ args }) => ok(everything(args['known'] === true)),
  },
  fail: {
    definition: {
      name: 'fail',
      description: 'Fails as a tool does',
      inputSchema: schema({ message: 'string' }),
    },
    run: ({ args }) => ok({ ...text(stringOf(args['message'], 'It failed.')), isError: true }),
  },
  throw: {
    definition: {
      name: 'throw',
      description: 'Fails as a server does: with a JSON-RPC error',
      inputSchema: schema({ code: 'integer', message: 'string' }),
    },
    run: ({ args }) =>
      refuse(Number(args['code'] ?? codes.invalidParams), stringOf(args['message'], 'Thrown.')),
  },
  slow: {
    definition: {
      name: 'slow',
      description: 'Answers after this time, or when the test releases it',
      inputSchema: schema({ ms: 'number' }, ['ms']),
      annotations: readOnly,
    },
    async run({ args, progress, wait }) {
      progress(0, 1);
      await wait(Number(args['ms']));
      progress(1, 1);
      return ok(text('Done waiting.'));
    },
  },
  progress: {
    definition: {
      name: 'progress',
      description: 'Tells of every step',
      inputSchema: schema({ steps: 'integer' }, ['steps']),
    },
    run({ args, progress }) {
      const steps = Number(args['steps']);
      for (let step = 1; step <= steps; step += 1) progress(step, steps);
      return ok(text(`${String(steps)} steps`));
    },
  },
  logs: {
    definition: {
      name: 'logs',
      description: 'Logs this message, at this level',
      inputSchema: schema({ level: 'string', message: 'string' }),
    },
    run({ args, log }) {
      log(stringOf(args['level'], 'info'), stringOf(args['message'], 'It ran.'));
      return ok(text('Logged.'));
    },
  },
  tagged: {
    definition: {
      name: 'tagged',
      description: 'Says this tag in its progress, its answer and, if it should, its log',
      inputSchema: schema({ tag: 'string', ms: 'number', logs: 'boolean' }, ['tag']),
      annotations: readOnly,
    },
    async run({ args, progress, log, wait }) {
      const tag = stringOf(args['tag'], '');
      progress(0, 1, tag);
      if (args['logs'] === true) log('info', tag);
      if (Number(args['ms']) > 0) await wait(Number(args['ms']));
      progress(1, 1, tag);
      return ok(text(tag));
    },
  },
  env: {
    definition: {
      name: 'env',
      description: 'The environment of its process, as JSON',
      inputSchema: schema({}),
    },
    run: () => ok(text(JSON.stringify(process.env))),
  },
  counter: {
    definition: {
      name: 'counter',
      description: 'Has an effect: counts up',
      inputSchema: schema({}),
      annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true },
    },
    run: ({ count }) => ok(text(String(count()))),
  },
  big: {
    definition: {
      name: 'big',
      description: 'A text of this length',
      inputSchema: schema({ characters: 'integer' }, ['characters']),
      annotations: readOnly,
    },
    run: ({ args }) => ok(text('x'.repeat(Number(args['characters'])))),
  },
  asks: {
    definition: {
      name: 'asks',
      description: 'Asks its client, one round after the other; then it takes effect, and says what it heard',
      inputSchema: schema({
        rounds: 'array',
        careless: 'boolean',
        withdraws: 'boolean',
        completes: 'string',
      }),
    },
    async run({ args, ask, count, push, progress }) {
      const heard: Record<string, Json | undefined> = {};
      for (const questions of asRounds(args['rounds'])) {
        progress(Object.keys(heard).length, 10);
        Object.assign(heard, await ask(questions, args));
      }
      count();
      const elicitationId = args['completes'];
      if (elicitationId !== undefined)
        push(notification('notifications/elicitation/complete', { elicitationId }));
      return ok(text(JSON.stringify(heard)));
    },
  },
  visits: {
    definition: {
      name: 'visits',
      description: 'Wants a URL to be visited before it does anything, as an error of 2025-11-25',
      inputSchema: schema({ url: 'string' }, ['url']),
    },
    run({ args, visit }) {
      const url = stringOf(args['url'], '');
      if (!visit(url)) return ok(text('Visited.'));
      const elicitation = { mode: 'url', elicitationId: `visit ${url}`, url, message: 'Please log in.' };
      return refuse(codes.urlRequired, 'A URL must be visited.', { elicitations: [elicitation] });
    },
  },
  bare: {
    definition: { name: 'bare' },
    run: () => ok(text('bare')),
  },
} satisfies Readonly<Record<string, BuiltIn>>;

export type BuiltInName = keyof typeof builtIns;

/** Strict clients refuse the whole list for the missing schema of `bare`; the others need somebody who plays along. */
const unusual: ReadonlySet<string> = new Set(['bare', 'logs', 'tagged', 'asks', 'visits']);

export const defaultTools = (Object.keys(builtIns) as BuiltInName[]).filter((name) => !unusual.has(name));

export function definitionOf(entry: ToolEntry): ToolDefinition {
  return typeof entry === 'string' ? builtIns[entry].definition : entry.definition;
}

export async function runTool(entry: ToolEntry, run: ToolRun): Promise<RpcAnswer> {
  if (typeof entry === 'string') return builtIns[entry].run(run);
  return ok(entry.result ?? text(JSON.stringify(run.args)));
}

/** As the test wrote them. */
function asRounds(given: Json | undefined): readonly Questions[] {
  return Array.isArray(given) ? (given as readonly Questions[]) : [];
}

function everything(isKnown: boolean): JsonObject {
  const known = [
    { type: 'text', text: 'words', annotations: { audience: ['user'], priority: 0.5 } },
    { type: 'image', data: png, mimeType: 'image/png' },
    { type: 'audio', data: 'UklGRgAAAABXQVZF', mimeType: 'audio/wav' },
    {
      type: 'resource',
      resource: { uri: 'fixture://text', mimeType: 'text/plain', text: 'A text of the fixture.' },
    },
    { type: 'resource_link', uri: 'fixture://blob', name: 'blob', mimeType: 'image/png' },
  ];
  const unknown = { type: 'hologram', beam: { depth: 3 } };
  return {
    content: isKnown ? known : [...known, unknown],
    structuredContent: { words: ['words'], depth: 3 },
    _meta: { 'example.com/kept': true },
  };
}
