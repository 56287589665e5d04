import { readFileSync } from 'node:fs';
import type { ToolDefinition } from '@patchbay/contracts';
import {
  createFindTools,
  type CatalogTool,
  type FindTools,
  type OfferedName,
  type QualifiedName,
  type ServerName,
} from '@patchbay/core';
import { createSearchIndex } from '../apps/hub/src/search-index.ts';

// Does a search find the tool that somebody means, who does not know its name? How long does it take among many?

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Query {
  readonly query: string;
  readonly tool: string;
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`tool-search/${file}`, import.meta.url), 'utf8')) as T;
}

function toTool({ server, ...definition }: ToolDefinition & { server: string }, copy = 0): CatalogTool {
  const name = copy === 0 ? definition.name : `${definition.name}_${String(copy)}`;
  return {
    server: server as ServerName,
    name,
    qualified: `${server}.${name}` as QualifiedName,
    offered: `${server}__${name}` as OfferedName,
    definition,
    description: definition.description ?? '',
    inputSchema: definition.inputSchema ?? {},
  };
}

const definitions = read<(ToolDefinition & { server: string })[]>('tools.json');
const queries = read<Query[]>('queries.json');
const tools = definitions.map((definition) => toTool(definition));

/** The share of queries whose tool is among the first so many. */
async function recall(findTools: FindTools, asked: readonly Query[], limit: number): Promise<number> {
  let hits = 0;
  for (const { query, tool } of asked) {
    const found = await findTools(tools, { query, limit });
    if (found.some(({ qualified }) => (qualified as string) === tool)) hits += 1;
  }
  return hits / asked.length;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

const findTools = createFindTools(createSearchIndex);
/** What the weights and the synonyms were made with, and what was written afterwards and never looked at to better them. */
const sets = { 'tuned with': queries, unseen: read<Query[]>('unseen.json') };
say(`${String(tools.length)} tools`);
for (const [name, asked] of Object.entries(sets)) {
  const shares: string[] = [];
  for (const limit of [1, 3, 5, 10])
    shares.push(`@${String(limit)} ${percent(await recall(findTools, asked, limit))}`);
  say(`  recall, ${String(asked.length).padStart(3)} queries ${name.padEnd(10)}  ${shares.join('  ')}`);
}
if (process.argv.includes('--misses'))
  for (const { query, tool } of queries) {
    const found = (await findTools(tools, { query, limit: 5 })).map(({ qualified }) => qualified);
    if (!found.some((one) => (one as string) === tool))
      say(`  ${query} → ${tool}; found ${found.join(', ')}`);
  }

say('\n  tools     index    query p50    p99');
for (const size of [200, 2_000, 20_000]) {
  const many = Array.from({ length: size }, (_, at) => {
    const definition = definitions[at % definitions.length];
    if (!definition) throw new Error('there are no tools');
    return toTool(definition, Math.floor(at / definitions.length));
  });
  const find = createFindTools(createSearchIndex);
  const started = performance.now();
  await find(many, { query: 'warm up', limit: 5 });
  const indexMs = performance.now() - started;
  const times: number[] = [];
  for (const { query } of queries) {
    const from = performance.now();
    await find(many, { query, limit: 5 });
    times.push(performance.now() - from);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => `${(sorted[Math.floor(times.length * share)] ?? 0).toFixed(2)} ms`;
  say(
    `  ${String(size).padEnd(8)}  ${indexMs.toFixed(0).padStart(4)} ms  ${at(0.5).padStart(9)}  ${at(0.99).padStart(9)}`,
  );
}
