import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

// A server with one tool that changes something: it writes a note into the folder it was started with.

const [folder = '.'] = process.argv.slice(2);
const server = new McpServer({ name: 'notes', version: '1.0.0' });
server.registerTool(
  'write_note',
  {
    description: 'Writes a note.',
    inputSchema: z.object({ name: z.string().regex(/^\w+$/), text: z.string() }),
  },
  async ({ name, text }) => {
    writeFileSync(join(folder, `${name}.txt`), text);
    return { content: [{ type: 'text', text: `Wrote ${name}.` }] };
  },
);
await server.connect(new StdioServerTransport());
