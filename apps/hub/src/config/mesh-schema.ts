import { durationMs, integer, line, truth } from '@patchbay/contracts';
import { z } from 'zod';

/** A tool of the catalogue that agents of the mesh may use. */
const providedSchema = z.strictObject({
  tool: line(400).min(1).describe('A tool of the catalogue: `server.tool`.'),
  capability: line(100).min(1).describe('What agents ask for.'),
  tags: z.array(line(100)).default([]),
  version: line(50).default('1.0.0'),
});
export type ProvidedTool = z.output<typeof providedSchema>;

/** The registry where agents find each other. */
export const meshSchema = z.strictObject({
  port: integer(0, 65_535)
    .nullable()
    .default(null)
    .describe('A port of its own for the registry; 8000 is what agents expect. It is at /mesh in any case.'),
  host: z.string().min(1).default('127.0.0.1').describe('The address of that port.'),
  plainAgents: z
    .enum(['loopback', 'anywhere', 'nowhere'])
    .default('loopback')
    .describe('Where agents may register without a key on that port, as those of mcp-mesh do.'),
  enforceNamespaces: truth.default(false).describe('Agents find only providers of their own namespace.'),
  inCatalog: truth
    .default(false)
    .describe('Every agent is a server in the catalogue; otherwise only those that an admin approved.'),
  provides: z.array(providedSchema).default([]).describe('Tools of the catalogue that agents may depend on.'),
  maxAgents: integer(1, 1_000_000).default(20_000).describe('In all.'),
  maxAgentsPerKey: integer(1, 1_000_000).default(1_000).describe('That one key may register.'),
  timeoutMs: durationMs.default(20_000).describe('An agent that was not seen for so long is given up.'),
  retentionMs: durationMs
    .default(3_600_000)
    .describe('How long one that was given up is remembered; 0 is for ever.'),
});
