export type { OAuthSigns } from './challenge.ts';
export { createMcpEndpoint, type McpEndpoint, type McpEndpointDeps } from './endpoint.ts';
