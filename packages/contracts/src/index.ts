export { permissions, roles, type Access, type Permission, type Role } from './access.ts';
export { isLoopback, maskAddress } from './address.ts';
export {
  agentBodySchema,
  agentEntrySchema,
  agentNameSchema,
  agentSchema,
  dialects,
  runLimitsSchema,
  serverSelectionSchema,
  type AgentBody,
  type AgentEntry,
  type AgentView,
  type DialectName,
  type RunLimits,
} from './agents.ts';
export { approvalSchema, approvalStatuses, type ApprovalStatus, type ApprovalView } from './approvals.ts';
export { parseArgumentPath, type ArgumentStep } from './argument-path.ts';
export {
  completionErrorSchema,
  type Completion,
  type CompletionBody,
  type CompletionError,
  type CompletionMessage,
  type CompletionModel,
} from './completions.ts';
export { defineServer } from './define-server.ts';
export { durationMs, parseDuration } from './duration.ts';
export { errorBodySchema, toErrorBody, type ErrorBody } from './error-body.ts';
export { errorCatalog, errorCodes, type ErrorCode, type ErrorData } from './errors/catalog.ts';
export { fail, PatchbayError } from './errors/patchbay-error.ts';
export type { CallPhase } from './errors/servers.ts';
export { eventCatalog, eventNames, type EventData, type EventName } from './events.ts';
export { formatPath, parseExplained, toProblems } from './explain.ts';
export { decimal, integer, line, secretText, truth } from './fields.ts';
export { isDeeperThan } from './json-depth.ts';
export { type CreateKey, type KeyView } from './keys.ts';
export {
  maskingNameSchema,
  maskingPatterns,
  type MaskingGroup,
  type MaskingName,
  type MaskingPattern,
} from './masking.ts';
export type {
  ContentPart,
  Implementation,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
  ToolResult,
} from './mcp/definitions.ts';
export { isJsonObject, type Json, type JsonObject } from './mcp/json.ts';
export {
  metaKeys,
  rpcCodes,
  type RpcAnswer,
  type RpcFailure,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
} from './mcp/messages.ts';
export {
  isLegacyVersion,
  latestLegacyVersion,
  legacyVersions,
  modernVersion,
  type Era,
  type LegacyVersion,
  type ProtocolVersion,
} from './mcp/versions.ts';
export { beginSignInPath, signInFailures, pages, type PageName, type SignInFailure } from './pages.ts';
export { modelScriptSchema, type ModelScript, type ScriptedReply } from './model-script.ts';
export {
  modelBodySchema,
  modelEntrySchema,
  modelNameSchema,
  modelProviders,
  modelSchema,
  type ModelBody,
  type ModelEntry,
  type ModelPrices,
  type ModelProvider,
  type ModelView,
} from './models.ts';
export {
  dependencyResolutionSchema,
  meshAgentSchema,
  meshAgentsSchema,
  meshCapabilitySchema,
  meshEventSchema,
  meshEventsSchema,
  type DependencyResolution,
  type LlmProviderResolution,
  type LlmToolResolution,
  type MeshAgentView,
  type MeshCapability,
  type MeshEventView,
} from './mesh/agents.ts';
export { formatMeshCalls, meshCallsHeader, parseMeshCalls, type SaidCalls } from './mesh/calls.ts';
export {
  heartbeatAnswerSchema,
  heartbeatCodes,
  meshLlmProviderSchema,
  meshLlmToolSchema,
  resolvedDependencySchema,
  type HeartbeatAnswer,
  type MeshLlmProvider,
  type MeshLlmTool,
  type ResolvedDependency,
} from './mesh/heartbeat-answer.ts';
export {
  heartbeatSchema,
  type Heartbeat,
  type MeshDependency,
  type MeshLlmFilter,
  type MeshSelector,
  type MeshTags,
  type MeshTool,
  type ReadHeartbeat,
} from './mesh/heartbeat.ts';
export {
  maxMeshAgentIdLength,
  meshAgentIdPattern,
  meshAgentStatuses,
  meshAgentTypes,
  meshDefaults,
  meshEventTypes,
  meshReasons,
  meshRuntimes,
  meshStages,
  type MeshAgentStatus,
  type MeshAgentType,
  type MeshEventType,
  type MeshReason,
  type MeshRuntime,
  type MeshStage,
} from './mesh/kinds.ts';
export { type PinsView, type PinView } from './pins.ts';
export {
  callFaces,
  policyEntrySchema,
  policyKinds,
  type CallFace,
  type PolicyBody,
  type PolicyEntry,
  type PolicyKind,
  type PolicyVerdict,
  type PolicyView,
} from './policies.ts';
export {
  hubToolNames,
  namings,
  newProfileSchema,
  profileBodySchema,
  profileEntrySchema,
  profileNameSchema,
  type Naming,
  type ProfileBody,
  type ProfileEntry,
  type ProfileView,
  type ToolOverride,
} from './profiles.ts';
export { listProblems, type Problem } from './problem.ts';
export { logLevels, type LogLevel, type LogLineView, type StderrLineView } from './routes/logs.ts';
export { reasonOf } from './reason.ts';
export {
  defineRoute,
  type Route,
  type RouteAnswer,
  type RouteBody,
  type RouteInput,
  type RouteParams,
  type RouteQuery,
} from './route.ts';
export { routes, type RouteName, type Routes } from './routes.ts';
export { type AuditReportView, type AuditRowView } from './routes/audit.ts';
export { type Finding } from './routes/doctor.ts';
export { type HealthView, type WarningView } from './routes/health.ts';
export { type CallMinuteView, type EventView, type RotationView, type SettingView } from './routes/hub.ts';
export {
  type MeshEdge,
  type MeshExplanation,
  type MeshNode,
  type MeshToken,
  type MeshTraffic,
} from './routes/mesh.ts';
export { type ProtectedResource } from './routes/oauth.ts';
export {
  type ServerCapabilities,
  type ServersHealth,
  type TriedServerView,
  type VerifiedServer,
} from './routes/servers.ts';
export { pageHeader } from './routes/sessions.ts';
export { type ProfileTool } from './routes/profiles.ts';
export {
  alertBodySchema,
  runBodySchema,
  runDetailCatalog,
  runEventCatalog,
  runSchema,
  runStatuses,
  toolCallStatuses,
  type AlertBody,
  type ListedRunView,
  type RunBody,
  type RunDetailData,
  type RunDetailName,
  type RunEventData,
  type RunEventName,
  type RunStatus,
  type RunView,
} from './runs.ts';
export { Secret } from './secret.ts';
export { showArgument, showLine, showProse, toShownParts, type ShownPart } from './show-text.ts';
export { serverBodySchema, type GivenServer } from './server-body.ts';
export { serverEntrySchema, toServerDefinition, type ServerEntry } from './server-entry.ts';
export { type ServerDetail, type ServerView } from './server-view.ts';
export {
  credentialsSchema,
  pinModes,
  serverNameSchema,
  serverSettingsSchema,
  timeoutsSchema,
  transportSchema,
  type Credentials,
  type PinMode,
  type ServerDefinition,
  type ServerSettings,
  type Transport,
} from './servers.ts';
export {
  serverStatuses,
  sessionStates,
  syncStatuses,
  type ServerStatus,
  type SessionState,
  type SyncStatus,
} from './status.ts';
export { suggest } from './suggest.ts';
