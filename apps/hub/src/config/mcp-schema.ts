import { decimal, durationMs, integer, serverEntrySchema, timeoutsSchema, truth } from '@patchbay/contracts';
import { z } from 'zod';

/** Servers, and how the hub treats all of them unless one says otherwise. */
export const mcpSchema = z.strictObject({
  servers: z.array(serverEntrySchema).superRefine(namesAreUnique).default([]),
  security: z
    .strictObject({
      allowedServerNames: z.array(z.string()).default([]).describe('Empty allows every name.'),
      maxToolOutputLength: integer(1_024, 10_000_000)
        .default(50_000)
        .describe('Characters; the rest is cut.'),
      allowPrivateAddresses: truth.default(true).describe('Whether servers may be in private networks.'),
    })
    .prefault({}),
  reconnection: z
    .strictObject({
      enabled: truth.default(true),
      maxAttempts: integer(0, 1_000).default(5).describe('After that, a slow probe every five minutes.'),
      initialDelayMs: durationMs.default(5_000).describe('Before the first attempt, give or take a quarter.'),
      multiplier: decimal(1, 100).default(2).describe('How much longer each next wait is.'),
      maxDelayMs: durationMs.default(60_000).describe('No wait is longer.'),
    })
    .prefault({}),
  timeouts: timeoutsSchema
    .extend({
      connectMs: durationMs.default(30_000).describe('To connect and greet.'),
      listMs: durationMs.default(10_000).describe('To list tools, resources and prompts.'),
      callMs: durationMs.default(60_000).describe('To answer a call.'),
      idleMs: durationMs
        .default(1_800_000)
        .describe('Until an unused connection that was opened on demand is closed.'),
      interactionMs: durationMs
        .default(600_000)
        .describe('For a client to answer what a server asks it during a call.'),
    })
    .prefault({}),
  health: z
    .strictObject({
      intervalMs: durationMs.default(15_000).describe('Between two probes of a server.'),
      timeoutMs: durationMs.default(5_000).describe('For a probe to be answered.'),
    })
    .prefault({}),
  sync: z
    .strictObject({
      intervalMs: durationMs.default(300_000).describe("Between two readings of a server's tools."),
    })
    .prefault({}),
  cache: z
    .strictObject({
      ttlMs: durationMs.default(300_000).describe('How long what was read from the database is kept.'),
    })
    .prefault({}),
});

function namesAreUnique(entries: readonly { readonly name: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { name }] of entries.entries()) {
    if (name !== '' && seen.has(name))
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: `There is a server "${name}" above already.`,
      });
    seen.add(name);
  }
}
