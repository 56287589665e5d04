export { createApi, type Served } from './app.ts';
export { type Authenticate } from './auth/authorize.ts';
export {
  createIdentityProviders,
  type IdentityProvider,
  type IdentityProviders,
} from './auth/identity-providers.ts';
export { createVerifyToken, type Grant, type Issuer } from './auth/verify-token.ts';
export { type GuardRules } from './http/guard.ts';
export { type DashboardState } from './landing-page.ts';
export { createListener, toRawHandler, type RawHandler } from './http/listener.ts';
export { agentHandlers } from './routes/agents.ts';
export { createAnswerCall } from './mesh/call-wire.ts';
export { createMeshFace } from './mesh/mesh-face.ts';
export { approvalHandlers } from './routes/approvals.ts';
export { auditHandlers } from './routes/audit.ts';
export { callHandlers } from './routes/calls.ts';
export { completionHandlers } from './routes/completions.ts';
export { doctorHandlers } from './routes/doctor.ts';
export { healthHandlers } from './routes/health.ts';
export { hubHandlers } from './routes/hub.ts';
export { keyHandlers } from './routes/keys.ts';
export { logHandlers } from './routes/logs.ts';
export { modelHandlers } from './routes/models.ts';
export { meshHandlers, type AgentCall } from './routes/mesh.ts';
export { oauthHandlers } from './routes/oauth.ts';
export { pinHandlers } from './routes/pins.ts';
export { policyHandlers } from './routes/policies.ts';
export { profileHandlers } from './routes/profiles.ts';
export { resultHandlers } from './routes/results.ts';
export { runHandlers } from './routes/runs.ts';
export { serverHandlers } from './routes/servers.ts';
export { sessionHandlers } from './routes/sessions.ts';
export { toolHandlers } from './routes/tools.ts';
