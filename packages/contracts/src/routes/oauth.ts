import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** RFC 9728: where a client that has no token learns who would give it one. */
const protectedResourceSchema = z
  .object({
    resource: z.url().describe('What a token must be for, as the client reached it.'),
    resource_name: z.string(),
    authorization_servers: z.array(z.string()).describe('The issuers whose tokens the hub takes.'),
    scopes_supported: z.array(z.string()).optional().describe('Enough to list and call tools.'),
    bearer_methods_supported: z.array(z.literal('header')),
  })
  .meta({ id: 'ProtectedResource' });
export type ProtectedResource = z.infer<typeof protectedResourceSchema>;

const shared = {
  method: 'GET',
  access: 'open',
  tag: 'OAuth',
  status: 200,
  answer: protectedResourceSchema,
  errors: ['OAUTH_NOT_OFFERED'],
} as const;

export const oauthRoutes = {
  protectedResource: defineRoute({
    ...shared,
    path: '/.well-known/oauth-protected-resource',
    summary: 'Who gives tokens for `/mcp`, for clients that look at the root.',
  }),
  protectedResourceMcp: defineRoute({
    ...shared,
    path: '/.well-known/oauth-protected-resource/mcp',
    summary: 'Who gives tokens for `/mcp`.',
  }),
  protectedResourceSse: defineRoute({
    ...shared,
    path: '/.well-known/oauth-protected-resource/sse',
    summary: 'Who gives tokens for `/sse`, the transport of the oldest clients.',
  }),
};
