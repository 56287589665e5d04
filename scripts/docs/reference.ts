import { environmentPaths, loadConfig, secretVariables } from '../../apps/hub/src/config/load-config.ts';
import { configSchema } from '../../apps/hub/src/config/schema.ts';
import { createMetrics } from '../../apps/hub/src/metrics.ts';
import { commands } from '../../packages/cli/src/commands.ts';
import { exitCodes } from '../../packages/cli/src/exit-codes.ts';
import {
  formatPath,
  serverEntrySchema,
  errorCatalog,
  errorCodes,
  eventCatalog,
  eventNames,
  routes,
  type Access,
  type Route,
} from '@patchbay/contracts';
import { z } from 'zod';
import { compatibility } from './compatibility.ts';
import { table } from './table.ts';
import { watchNothing } from './watch-nothing.ts';

// The pages of docs/reference, made from the code they describe. `npm run docs` writes them, `npm run check` compares.

const note = '<!-- Made from the code by `npm run docs`. Change the code, not this page. -->';

/** File names in docs/reference and what must be in them. */
export async function referencePages(): Promise<Record<string, string>> {
  return {
    'errors.md': errors(),
    'events.md': events(),
    'rest.md': rest(),
    'cli.md': await cli(),
    'metrics.md': metrics(),
    'config.md': config(),
    'config.schema.json': configJsonSchema(),
    'compatibility.md': page('Compatibility', ...compatibility()),
  };
}

function page(title: string, ...parts: readonly string[]): string {
  return [`# ${title}`, note, ...parts, ''].join('\n\n');
}

function errors(): string {
  const rows = errorCodes.map((code) => {
    const { status, retry, fix } = errorCatalog[code];
    return [`\`${code}\``, String(status), retry ? 'yes' : 'no', fix];
  });
  return page(
    'Errors',
    'Every failing REST request answers with `{error, message, serverId?, timestamp, details?}`. `error` is one of these codes and never changes its meaning; `message` is for people and may.',
    table(['code', 'status', 'worth a retry', 'what to do'], rows),
  );
}

function events(): string {
  const rows = eventNames.map((name) => {
    const { role, data, means } = eventCatalog[name];
    const fields = Object.keys(data.shape).map((field) => `\`${field}\``);
    return [`\`${name}\``, means, fields.join(', ') || '–', role];
  });
  return page(
    'Events',
    '`GET /api/events` sends these as server-sent events, each with an id, its name and its data as JSON (always with `at`). Reconnect with `Last-Event-ID`, or ask with `?after=<id>`, and what was missed comes first. The newest 10,000 are kept.',
    table(['event', 'means', 'data', 'seen by'], rows),
  );
}

function rest(): string {
  const byTag = Map.groupBy(Object.values<Route>(routes), ({ tag }) => tag);
  const sections = [...byTag].map(([tag, own]) => {
    const rows = own.map((route) => [
      `\`${route.method} ${route.path}\``,
      route.summary,
      describeAccess(route.access),
      [route.status, ...(route.alsoAnswers ?? [])].join(' or '),
    ]);
    return `## ${tag}\n\n${table(['route', 'what it does', 'needs', 'answers'], rows)}`;
  });
  return page(
    'REST',
    'Send `Authorization: Bearer <key>`. Bodies and answers are JSON, times are ISO 8601 in UTC. A running hub describes every field at `GET /api/openapi.json` (OpenAPI 3.1).',
    ...sections,
  );
}

function describeAccess(access: Access): string {
  if (access === 'open') return 'nothing';
  return access.permission ? `${access.role} and ${access.permission}` : access.role;
}

async function cli(): Promise<string> {
  const loaded = await Promise.all(commands.map(async ({ load, ...row }) => ({ ...row, ...(await load()) })));
  const sections = loaded.map(({ name, summary, args = [], flags = [], examples = [] }) => {
    const usage = ['patchbay', name, ...args.map(([arg]) => arg)].join(' ');
    const rows = [...args, ...flags].map(([word, description]) => [`\`${word}\``, description]);
    return [
      `## ${name}`,
      summary,
      ['```sh', ...new Set([usage, ...examples]), '```'].join('\n'),
      ...(rows.length > 0 ? [table(['', ''], rows)] : []),
    ].join('\n\n');
  });
  return page(
    'Command line',
    'Inside a clone, write `npx patchbay`. Every command takes `--json` and `--help`. Results go to stdout, everything else to stderr.',
    table(
      ['exit code', 'means'],
      exitCodes.map(([code, means]) => [String(code), means]),
    ),
    table(
      ['variable', 'means'],
      [
        [
          '`PATCHBAY_URL`',
          'the hub to talk to; otherwise the one that runs in this folder, or http://127.0.0.1:8080',
        ],
        ['`PATCHBAY_KEY`', 'the key to use; otherwise `admin.key` of a hub on the same machine'],
        ['`PATCHBAY_DATA_DIR`', 'where that hub keeps its files (default: `.patchbay`)'],
        ['`NO_COLOR`', 'no colours'],
      ],
    ),
    ...sections,
  );
}

function metrics(): string {
  const all = createMetrics('0.0.0');
  watchNothing(all);
  const rows = all
    .describe()
    .map(({ name, type, help, labels }) => [
      `\`${name}\``,
      type,
      labels.map((label) => `\`${label}\``).join(', ') || '–',
      help,
    ]);
  return page(
    'Metrics',
    '`GET /metrics` needs a key with the role viewer. Beside these there are the usual `process_…` and `nodejs_…` of the Prometheus client for Node.',
    table(['metric', 'type', 'labels', 'means'], rows),
  );
}

interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly default?: unknown;
  readonly description?: string;
}

const schema = z.toJSONSchema(configSchema, { io: 'input' }) as JsonSchema;

function configJsonSchema(): string {
  return `${JSON.stringify({ ...schema, title: 'Patchbay configuration' }, null, 2)}\n`;
}

function config(): string {
  const variables = Object.entries(environmentPaths).map(([name, path]) => [
    `\`${name}\``,
    `\`${formatPath(path)}\``,
  ]);
  return page(
    'Configuration',
    'The file is `patchbay.yaml` in the folder where the hub starts, or the one that `--config` or `PATCHBAY_CONFIG` names. Flags beat environment, environment beats file. `${NAME}` and `{{.NAME}}` come from the environment, `$$` is a dollar. Keys may also be written in kebab-case or snake_case. A duration is milliseconds, or a number with a unit: `500ms`, `30s`, `5m`, `1h`, `7d`. `patchbay config check` finds every problem at once; `patchbay config show` tells each value and where it came from.',
    'Editors that know the YAML language server complete and check the file with this first line:\n\n```yaml\n# yaml-language-server: $schema=docs/reference/config.schema.json\n```',
    table(['key', 'value', 'default', ''], settingsOf(schema, '')),
    '## Environment',
    table(['variable', 'sets'], variables),
    `${secretVariables.map((name) => `\`${name}\``).join(', ')} may also be given as a file, with \`_FILE\` behind the name.`,
  );
}

/** What is in effect when nothing is said, by path. */
const defaults: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries(loadConfig({}).settings).map(([path, { value }]) => [path, value])),
  ...Object.fromEntries(
    Object.entries(serverEntrySchema.parse({ name: '' })).map(([key, value]) => [
      `mcp.servers[].${key}`,
      value,
    ]),
  ),
};

function settingsOf(at: JsonSchema, name: string): string[][] {
  const own = resolve(at);
  const inner = own.type === 'array' && own.items ? resolve(own.items) : own;
  const suffix = inner === own ? '' : '[]';
  const children = Object.entries(inner.properties ?? {});
  if (children.length > 0)
    return children.flatMap(([key, child]) => settingsOf(child, name ? `${name}${suffix}.${key}` : key));
  return [
    [
      `\`${name}\``,
      name.endsWith('Ms') ? 'duration' : describeType(own),
      describeDefault(defaults[name]),
      at.description ?? own.description ?? '',
    ],
  ];
}

function resolve(at: JsonSchema): JsonSchema {
  const name = at.$ref?.replace('#/$defs/', '');
  return name === undefined ? at : { ...schema.$defs?.[name], ...at };
}

function describeType(at: JsonSchema): string {
  const { enum: words, anyOf, type, items } = resolve(at);
  if (words) return words.map((word) => `\`${String(word)}\``).join(', ');
  if (anyOf) return describeChoice(anyOf.map(describeType));
  if (type === 'array') return items ? `list of ${describeType(items)}` : 'list';
  if (typeof type === 'object') return describeChoice(type);
  return type === 'object' ? 'map' : (type ?? 'anything');
}

/** A value that came through the environment is text, so every number and truth value may be; that is not worth saying. */
function describeChoice(kinds: readonly string[]): string {
  const named = new Set(kinds.filter((kind) => kind !== 'null' && !kind.startsWith('`true`')));
  const isText = named.size === 2 && named.has('number') && named.has('string');
  return isText ? (kinds[0] ?? '') : [...named].join(' or ');
}

function describeDefault(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
