import { metaKeys, modernVersion, type JsonObject } from '@patchbay/contracts';

interface Echoed {
  readonly message?: string;
  /** Said again and again, until there are so many. */
  readonly characters?: number;
}

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly arguments?: Echoed };
}

/** The answers of the smallest modern MCP server: `echo`, and as many tools beside it as one asks for. */
export function createEchoServer(toolCount: number) {
  const _meta = { [metaKeys.serverInfo]: { name: 'bench', version: '1' } };
  const whole = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta };
  const discovered = { ...whole, supportedVersions: [modernVersion], capabilities: { tools: {} } };
  const listed = { ...whole, tools: Array.from({ length: toolCount }, (_, at) => describeTool(at)) };

  return (text: string): string => {
    const { id, method, params } = JSON.parse(text) as Asked; // the bench's own clients ask
    if (method === 'tools/call') return answer(id, echo(params?.arguments ?? {}));
    return answer(id, method === 'tools/list' ? listed : discovered);
  };

  function echo({ message = '', characters = message.length }: Echoed): JsonObject {
    const text = message.padEnd(characters, `${message}\n`);
    return { resultType: 'complete', content: [{ type: 'text', text }], _meta };
  }
}

function answer(id: number | undefined, result: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

/** About 660 bytes, as tools of real servers have. */
function describeTool(at: number): JsonObject {
  const property = (name: string): JsonObject => ({
    type: 'string',
    description: `The ${name} that the tool works on, as its maker would describe it.`,
  });
  const names = ['message', 'path', 'pattern', 'encoding'];
  return {
    name: at === 0 ? 'echo' : `tool_${String(at)}`,
    description: `Tool ${String(at)}: ${'says in a sentence or two what it is good for. '.repeat(3)}`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, property(name)])),
      required: ['message'],
    },
    annotations: { readOnlyHint: true },
  };
}
