import { createHash } from 'node:crypto';
import type { Heartbeat, JsonObject } from '@patchbay/contracts';
import type { Agent } from '../define-agent.ts';
import type { LlmDefinition, NeedDefinition, ToolDefinition } from '../tool-definition.ts';
import type { Selector } from '../need.ts';
import type { ReadSchema } from '../schema/read-schema.ts';

/** What changes from start to start. */
export interface Whereabouts {
  readonly agentId: string;
  readonly name: string;
  readonly namespace: string;
  readonly host: string;
  readonly port: number;
}

type WireTool = NonNullable<Heartbeat['tools']>[number];

/** An agent in the words of the wire. Tools do not change while it runs, so they are put into words once. */
export function createDescription({ facts, definitions }: Agent, at: Whereabouts, now: () => Date) {
  const tools = definitions.map((tool) => describeTool(tool, at.namespace));
  const body = {
    agent_id: at.agentId,
    agent_type: 'mcp_agent',
    runtime: 'typescript',
    name: at.name,
    version: facts.version ?? '1.0.0',
    description: facts.description ?? '',
    http_host: at.host,
    http_port: at.port,
    namespace: at.namespace,
    tools,
  };
  return (): Heartbeat => ({ ...body, timestamp: now().toISOString() });
}

function describeTool(tool: ToolDefinition, namespace: string): WireTool {
  const { input, output, llm } = tool;
  const inputCanonical = canonical(input.json);
  return {
    function_name: tool.name,
    capability: tool.capability,
    version: tool.version,
    tags: [...tool.tags],
    description: tool.description,
    inputSchema: { ...input.json },
    inputSchemaCanonical: { ...inputCanonical },
    inputSchemaHash: hashOf(inputCanonical),
    ...(output && describeOutput(output)),
    dependencies: tool.needs.map((need) => describeNeed(need, namespace)),
    ...(llm && describeLlm(llm)),
    ...(Object.keys(tool.kwargs).length > 0 && { kwargs: { ...tool.kwargs } }),
  };
}

function describeOutput({ json }: ReadSchema) {
  const outputCanonical = canonical(json);
  return {
    outputSchema: { ...json },
    outputSchemaCanonical: { ...outputCanonical },
    outputSchemaHash: hashOf(outputCanonical),
  };
}

function describeNeed({ capability, need, output }: NeedDefinition, namespace: string) {
  const expected = need.match && output ? canonical(output.json) : undefined;
  return {
    namespace,
    ...describeSelector(need),
    capability,
    required: need.required === true,
    ...(expected && {
      expectedSchemaCanonical: { ...expected },
      expectedSchemaHash: hashOf(expected),
      matchMode: need.match,
    }),
  };
}

function describeLlm({ need: { provider = {}, filter = [], filterMode } }: LlmDefinition) {
  const wanted = filter.map((one) => (typeof one === 'string' ? one : describeSelector(one)));
  return {
    llm_provider: { ...describeSelector(provider), capability: provider.capability ?? 'llm' },
    llm_filter: { filter: wanted, filter_mode: filterMode ?? 'all' },
  };
}

function describeSelector({ capability, tags, version, namespace }: Selector) {
  return {
    ...(capability !== undefined && { capability }),
    ...(tags && { tags: tags.map((tag) => (typeof tag === 'string' ? tag : [...tag])) }),
    ...(version !== undefined && { version }),
    ...(namespace !== undefined && { namespace }),
  };
}

/** The same schema is the same text, whoever wrote its keys in which order. */
function canonical(json: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) as JsonObject;
}

function hashOf(schema: JsonObject): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(schema)).digest('hex')}`;
}
