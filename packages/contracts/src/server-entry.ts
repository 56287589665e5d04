import { z } from 'zod';
import { line, prose, secretMap, secretText, truth } from './fields.ts';
import {
  serverNameSchema,
  serverSettingsSchema,
  transportSchema,
  type ServerDefinition,
  type Transport,
} from './servers.ts';

const transportKinds: Readonly<Record<string, Transport['kind']>> = {
  stdio: 'stdio',
  sse: 'sse',
  http: 'http',
  'streamable-http': 'http',
  streamable_http: 'http',
};

const kindSchema = z.string().transform((text, context) => {
  const kind = transportKinds[text.toLowerCase()];
  if (kind) return kind;
  context.addIssue(`unsupported transport type: ${text}`);
  return z.NEVER;
});

/** A server as people write it: flat, with the transport told by what is there. */
export const serverEntrySchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .default('')
      .describe('1 to 64 letters, digits, - and single _. An entry without a name is skipped.'),
    title: line(255).nullable().default(null),
    description: prose(500).nullable().default(null),
    version: line(50).nullable().default(null),
    transport: kindSchema
      .optional()
      .describe('stdio, sse or http. Without it: stdio for a command, sse for a url.'),
    command: z.string().min(1).optional().describe('The program of a stdio server.'),
    args: z.array(z.string()).default([]).describe('Its arguments.'),
    cwd: z.string().min(1).nullable().default(null).describe('The folder it starts in.'),
    inheritEnv: truth.default(false).describe("Whether a stdio server also gets the hub's own environment."),
    url: z.string().min(1).optional().describe('The address of an sse or http server.'),
    verifySsl: truth.default(true).describe('Whether its certificate must be good.'),
    bearerToken: secretText.nullable().default(null).describe('Sent as Authorization. Sealed at rest.'),
    headers: secretMap.default({}).describe('Sent with every request. Sealed at rest.'),
    env: secretMap.default({}).describe('The environment of a stdio server. Sealed at rest.'),
    autoConnect: truth.default(true).describe('Whether the hub connects by itself.'),
    ...serverSettingsSchema.shape,
  })
  .superRefine((entry, context) => {
    for (const { path, message } of problemsOf(entry))
      context.addIssue({ code: 'custom', path: [path], message });
  })
  .meta({ id: 'ServerEntry' });
export type ServerEntry = z.output<typeof serverEntrySchema>;

/** Undefined for an entry without a name: it is there to be filled in, not to be registered. */
export function toServerDefinition(entry: ServerEntry): ServerDefinition | undefined {
  if (entry.name === '') return undefined;
  const { name, title, description, version, autoConnect, bearerToken, headers, env } = entry;
  const { required, timeouts, retry, trustAnnotations, checkArguments, review, pin, masking } = entry;
  return {
    name,
    title,
    description,
    version,
    autoConnect,
    transport: transportSchema.parse(transportOf(entry)),
    credentials: { bearerToken, headers, env },
    settings: { required, timeouts, retry, trustAnnotations, checkArguments, review, pin, masking },
  };
}

function transportOf(entry: ServerEntry) {
  const { command, args, cwd, inheritEnv, url, verifySsl } = entry;
  const kind = kindOf(entry);
  return kind === 'stdio' ? { kind, command, args, cwd, inheritEnv } : { kind, url, verifySsl };
}

function kindOf({ transport, command }: Pick<ServerEntry, 'transport' | 'command'>): Transport['kind'] {
  return transport ?? (command === undefined ? 'sse' : 'stdio');
}

type Checked = Pick<ServerEntry, 'name' | 'transport' | 'command' | 'url'>;
type EntryProblem = { readonly path: keyof Checked; readonly message: string };

function problemsOf(entry: Checked): EntryProblem[] {
  if (entry.name === '') return [];
  const name = serverNameSchema.safeParse(entry.name);
  const problems = name.error?.issues.map(({ message }): EntryProblem => ({ path: 'name', message })) ?? [];
  const unreachable = problemOfTransport(entry);
  return unreachable ? [...problems, unreachable] : problems;
}

function problemOfTransport(entry: Checked): EntryProblem | undefined {
  const kind = kindOf(entry);
  if (kind === 'stdio') {
    if (entry.command === undefined) return { path: 'command', message: 'stdio transport requires command' };
    return entry.url === undefined
      ? undefined
      : { path: 'url', message: 'Give a command or a url, not both.' };
  }
  if (entry.url === undefined)
    return { path: 'url', message: `${kind.toUpperCase()} transport requires url` };
  if (entry.command !== undefined) return { path: 'command', message: 'Give a command or a url, not both.' };
  const { error } = transportSchema.safeParse({ kind, url: entry.url });
  return error && { path: 'url', message: 'Write a full http:// or https:// address.' };
}
