import { setTimeout as pause } from 'node:timers/promises';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { JsonObject } from '@patchbay/contracts';

/** What the suite asks for by name, and asks nothing back. */
export interface PlainTool {
  readonly description: string;
  readonly inputSchema?: JsonObject;
  readonly run: (context: ServerContext) => CallToolResult | Promise<CallToolResult>;
}

/** One red pixel. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };

/** Between two words of a tool, so that a stream of them is more than one chunk. */
const breathMs = 10;

async function logThrice({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.log('info', words);
    await pause(breathMs);
  }
  return { content: [text('Logged three times.')] };
}

async function progressThrice({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    const params = { progress, total: 100 };
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { ...params, progressToken } });
    await pause(breathMs);
  }
  return { content: [text('Three steps.')] };
}

/** Every keyword of 2020-12 that a gateway might be tempted to touch. */
const schema2020: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- it is a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const withHeader: JsonObject = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, query: { type: 'string' } },
  required: ['region'],
};

const says = (...content: CallToolResult['content']) => ({ run: () => ({ content }) });

export const plainTools: Readonly<Record<string, PlainTool>> = {
  test_simple_text: {
    description: 'Says a sentence',
    ...says(text('This is a simple text response for testing.')),
  },
  test_image_content: { description: 'Shows a picture', ...says(image) },
  test_audio_content: {
    description: 'Plays a sound',
    ...says({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  },
  test_embedded_resource: {
    description: 'Has a resource in its answer',
    ...says({
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    }),
  },
  test_multiple_content_types: {
    description: 'Has three kinds of content in its answer',
    ...says(text('Multiple content types test:'), image, {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    }),
  },
  test_error_handling: {
    description: 'Fails',
    run: () => ({
      content: [text('This tool intentionally returns an error for testing')],
      isError: true,
    }),
  },
  test_tool_with_logging: { description: 'Logs while it runs', run: logThrice },
  test_logging_tool: { description: 'Logs for those who want it', run: logThrice },
  test_tool_with_progress: { description: 'Tells how far it is', run: progressThrice },
  json_schema_2020_12_tool: {
    description: 'Has a schema with everything',
    inputSchema: schema2020,
    ...says(text('Read.')),
  },
  test_x_mcp_header: {
    description: 'Has an argument that is repeated in a header',
    inputSchema: withHeader,
    ...says(text('Read.')),
  },
};
