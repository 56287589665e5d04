export { createMcpEndpoint, type McpEndpoint, type McpEndpointDeps } from './endpoint.ts';
