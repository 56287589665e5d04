export { createCachedKeyStore } from './access/cached-key-store.ts';
export { createCreateKey, type CreatedKey } from './access/create-key.ts';
export { ensureAdminKey } from './access/ensure-admin-key.ts';
export {
  isAdmin,
  isUsable,
  parseKey,
  toKeyView,
  type Digest,
  type Key,
  type KeyStore,
} from './access/key.ts';
export { hasRole, missingFor, type Principal } from './access/principal.ts';
export { createRevokeKey } from './access/revoke-key.ts';
export { createIsStillGood } from './access/is-still-good.ts';
export type { Session, SessionStore } from './access/session.ts';
export { createSessions, type Sessions } from './access/sessions.ts';
export { createVerifyKey, toPrincipal } from './access/verify-key.ts';
export type { AuditEntry, AuditRow, AuditValues, CallFacts, Print, TakePrint } from './audit/audit-entry.ts';
export { AuditLog } from './audit/audit-log.ts';
export type {
  AuditFilter,
  AuditPage,
  AuditPlace,
  AuditStore,
  ChainEnds,
  KeptRow,
  Settled,
} from './audit/audit-store.ts';
export { chainUp, genesis, type ChainLink } from './audit/chain.ts';
export { createDescribeCall } from './audit/describe-call.ts';
export { settleAbandoned } from './audit/settle-abandoned.ts';
export { createToAuditItem } from './audit/to-audit-item.ts';
export { verifyChain, type ChainReport } from './audit/verify-chain.ts';
export { canonicalJson } from './canonical.ts';
export type { Approval, ApprovalFilter, ApprovalStore, Binding, SameCall } from './approvals/approval.ts';
export { bindingOf, openStatuses } from './approvals/approval.ts';
export { maySee, toApprovalView, toListedApproval } from './approvals/approval-view.ts';
export { Approvals, type ApprovalsDeps } from './approvals/approvals.ts';
export { endOf, traceApproval } from './approvals/trace-approval.ts';
export { createAskCaller } from './approvals/ask-caller.ts';
export { createDecideApproval, createWithdrawApproval, type Answer } from './approvals/decide-approval.ts';
export { fromText, type ParseYaml } from './arguments/from-text.ts';
export { refusal } from './approvals/refusal.ts';
export { suggestRule } from './approvals/suggest-rule.ts';
export { asContent } from './calls/as-content.ts';
export { CallRates, type CallMinute } from './calls/call-rates.ts';
export { createCallTool, type CallToolDeps } from './calls/call-tool.ts';
export type { AskedCall, CallTool, CallTrail, JudgedMatter, ReadyCall } from './calls/call.ts';
export { CallCancellation, type Cancellation } from './calls/cancellation.ts';
export type { Intent, IntentStore } from './calls/intent.ts';
export { Journal } from './calls/journal.ts';
export { renderContent, textOf } from './calls/render-content.ts';
export type { CallRecord } from './calls/stages/audit.ts';
export type { CatalogTool } from './catalog/catalog-tool.ts';
export { headerTextOf, readHeaderMarks, type HeaderArgument } from './catalog/header-arguments.ts';
export { Catalog } from './catalog/catalog.ts';
export { createKeepFresh, type KeepFresh } from './catalog/keep-fresh.ts';
export type { CatalogRecord, CatalogStore, Offer } from './catalog/offer.ts';
export { selectTools, type ServerSelection } from './catalog/select-tools.ts';
export type { OfferedName, QualifiedName } from './catalog/tool-name.ts';
export { createToolDigest, type ToolDigest } from './catalog/tool-digest.ts';
export { createToolbox, type Toolbox } from './catalog/toolbox.ts';
export type { Chance } from './chance.ts';
export type { Clock } from './clock.ts';
export type { ReconnectPolicy } from './connections/backoff.ts';
export type { ConnectionView, SessionView } from './connections/connection-view.ts';
export { Connections, type Scope } from './connections/connections.ts';
export type {
  Connector,
  Link,
  LinkEnd,
  LinkRequest,
  ListChange,
  OpenLink,
  ServerNews,
} from './connections/link.ts';
export { isLocal } from './local/local-server.ts';
export type { LocalCall, LocalTool } from './local/local-tool.ts';
export { createNamedServers } from './local/named-servers.ts';
export { createLocalTools } from './local/local-tools.ts';
export { inGoodTime } from './connections/in-doubt.ts';
export { openScope, type OpenScope } from './connections/open-scope.ts';
export type { SupervisorDeps, SupervisorStart } from './connections/supervisor-deps.ts';
export { Supervisor } from './connections/supervisor.ts';
export { EventBus } from './events/event-bus.ts';
export { createRecentEvents } from './events/recent-events.ts';
export type { EventStore, HubEvent, NewEvent } from './events/event.ts';
export { Gates } from './guard/gates.ts';
export { createCheckHealth } from './health/check-health.ts';
export { createExamine } from './health/examine.ts';
export { createServersHealth } from './health/servers-health.ts';
export { createWalk } from './health/walk.ts';
export { createWarnings, type Warnings } from './health/warnings.ts';
export { ServerWatch, type ServerHealth } from './health/watch-servers.ts';
export type {
  ApprovalId,
  KeyId,
  LimitName,
  PolicyId,
  PrincipalId,
  ProfileName,
  RunId,
  ServerId,
  ServerName,
} from './ids.ts';
export { DayCounts } from './limits/day-counts.ts';
export type { LimitRefusal, LimitRule } from './limits/limit-rule.ts';
export type { DayCount, LimitStore } from './limits/limit-store.ts';
export { Limits } from './limits/limits.ts';
export { missingCapability, relayedCapabilities } from './interaction/capabilities.ts';
export {
  inputMethods,
  isInputMethod,
  type InputAnswers,
  type InputMethod,
  type InputPatience,
  type InputRequest,
  type InputRequests,
  type Interaction,
} from './interaction/interaction.ts';
export { inputUnavailable } from './interaction/missing-capability.ts';
export { isAtLeast, isLogLevel, type LogLevel, type LogWish } from './logging/log-level.ts';
export { ServerLevels } from './logging/server-levels.ts';
export type { Log, LogFields, LogLine } from './log.ts';
export { createCatalogMesh, type ServerOf } from './mesh/catalog-mesh.ts';
export type { Choice, Eviction, StageTrace } from './mesh/choice.ts';
export type { Entry } from './mesh/directory.ts';
export type { MeshAgent, MeshProfile, Provider } from './mesh/mesh-agent.ts';
export { edgesOf } from './mesh/mesh-graph.ts';
export { MeshLedger } from './mesh/mesh-ledger.ts';
export { type Beat } from './mesh/beat.ts';
export { MeshRegistry, type Touch } from './mesh/mesh-registry.ts';
export type {
  MeshBatch,
  MeshEvent,
  MeshEventQuery,
  MeshName,
  MeshSchema,
  MeshStore,
  Moment,
  StoredMeshAgent,
} from './mesh/mesh-store.ts';
export { meetNeeds, type MetNeed } from './mesh/needs.ts';
export { createResolver, type Providers, type Resolver, type Wish } from './mesh/resolver.ts';
export { trafficOf } from './mesh/traffic.ts';
export { quotaOf, type MeshQuotas, type Sender } from './mesh/trust.ts';
export { MeshWatch, type MeshTimes } from './mesh/watch-mesh.ts';
export { createChangePolicies, type ChangePolicies } from './policies/change-policies.ts';
export { explainVerdict, type Explanation } from './policies/explain-verdict.ts';
export { createJudgeCall } from './policies/judge-call.ts';
export { createJudgeTool } from './policies/judge-tool.ts';
export { PolicyBook } from './policies/policy-book.ts';
export { policyOfEntry } from './policies/policy-of-entry.ts';
export { toPolicyView } from './policies/policy-view.ts';
export { conditionsOf, type Policy, type PolicyStore, type StoredPolicy } from './policies/policy.ts';
export type { Facts } from './policies/rule.ts';
export { createRules, type Rules, type ToolsFor } from './policies/rules.ts';
export { createChangeProfiles, type ChangeProfiles } from './profiles/change-profiles.ts';
export { aboutProfile, aboutProfileTools, aboutToolInProfile } from './profiles/explain-profile.ts';
export { ProfileBook } from './profiles/profile-book.ts';
export type { ProfileAtWork } from './profiles/profile-view.ts';
export { createProfileViews, type ProfileViews } from './profiles/profile-views.ts';
export { mayUse, type Profile, type ProfileStore, type StoredProfile } from './profiles/profile.ts';
export { toProfileView } from './profiles/show-profile.ts';
export type { FindView, View } from './profiles/view.ts';
export { createTestPolicies, type TestedCall } from './policies/test-policies.ts';
export { createMasking, type Masking } from './masking/create-masking.ts';
export type { ForeignPattern } from './masking/find-foreign.ts';
export { maskFailures } from './masking/known/mask-failures.ts';
export { createStoredCredentials, type StoredCredentials } from './masking/known/stored-credentials.ts';
export { watchCredentials } from './masking/known/watch-credentials.ts';
export type { ReadYaml, TextNode } from './masking/kubernetes/text-node.ts';
export type { Breathe } from './masking/steps.ts';
export { createTextMask, createWholeTextMask } from './masking/text-mask.ts';
export { createAskServer, type AskServer } from './offers/ask-server.ts';
export { createReadKept, keptResults } from './offers/kept-results.ts';
export type { OfferBook } from './offers/offer-book.ts';
export type { Offered } from './offers/offered.ts';
export { createOffers, type Offers } from './offers/offers.ts';
export { Watches } from './offers/watches.ts';
export { createUseOffers, type AskedOffer, type UseOffers } from './offers/use-offers.ts';
export type { CompilePattern, Pattern, PatternMatch } from './pattern.ts';
export type { Verdict } from './policies/verdict.ts';
export { warnOfPolicy } from './policies/warn-of-policy.ts';
export { createCheckArguments } from './schema/check-arguments.ts';
export { createKeepResult } from './results/keep-result.ts';
export type { KeptResult, ResultStore } from './results/kept-result.ts';
export { createReadResult, type ResultSlice } from './results/read-result.ts';
export { createCatchUpCall } from './review/catch-up-call.ts';
export { createJudgeHeld, createRecheck, heldReason } from './review/held-tools.ts';
export { pinModeOf, type Accepted, type Pin, type PinStore, type Sighting } from './review/pin.ts';
export { Pins, type PinState } from './review/pins.ts';
export { createReviewWarnings } from './review/review-warnings.ts';
export { createReviewTools, type Reviewed } from './review/review-tools.ts';
export { fateOf, type CallFate, type CallTraces } from './runs/call-fate.ts';
export { isCallLine, parseCallLine, type CallLine } from './runs/call-line.ts';
export { historyAfter } from './runs/continue-run.ts';
export { createReactStream } from './runs/dialects/react-stream.ts';
export { estimateTokens } from './runs/estimate-tokens.ts';
export { findRunTool } from './runs/find-run-tool.ts';
export { matchScript, type ScriptedRequest } from './runs/match-script.ts';
export {
  textOfReply,
  type Finish,
  type Message,
  type Model,
  type ModelPart,
  type ModelRequest,
  type OfferedTool,
  type Picture,
  type Reply,
  type ReplyPart,
} from './runs/model.ts';
export { equipmentOf } from './runs/equipment-of.ts';
export { nextStep, type Next, type OpenCall } from './runs/next-step.ts';
export { eventsOf, messageIdOf, progressOf, type RunEvent } from './runs/run-events.ts';
export type { Lease, ListedRun, RunList, RunQuery, RunQueue } from './runs/run-queue.ts';
export { hasEnded, runStatus, statusAfter } from './runs/run-status.ts';
export { toRunTools } from './runs/run-tools.ts';
export { activeMs } from './runs/run-totals.ts';
export type {
  Equipment,
  Exchange,
  Failure,
  ModelFacts,
  Question,
  Run,
  RunAgent,
  RunEnd,
  RunStep,
  RunStore,
  RunTool,
  StepBody,
  StoredRun,
  UnavailableServer,
} from './runs/run.ts';
export { summaryRequest } from './runs/summary-request.ts';
export { toRequest } from './runs/to-request.ts';
export { entriesOf, type RunCall } from './runs/transcript.ts';
export { costOf, noUsage, type Spent, type Usage } from './runs/usage.ts';
export { createCollectTools, maxToolsPerRequest, type CollectTools } from './search/collect-tools.ts';
export { createFindTools, type FindTools } from './search/find-tools.ts';
export type { CreateSearchIndex, SearchDocument, SearchIndex } from './search/search-index.ts';
export { synonymsOf } from './search/synonyms.ts';
export { wordsOf } from './search/words.ts';
export { createCachedServerStore } from './servers/cached-server-store.ts';
export { createChangeServers } from './servers/change-servers.ts';
export { createConnectServers } from './servers/connect-servers.ts';
export { createKnownServers, type KnownServers } from './servers/known-servers.ts';
export { createRegisterServer } from './servers/register-server.ts';
export { seedServers } from './servers/seed-servers.ts';
export { toCapabilities, toServerDetail, toServerView, type KnownServer } from './servers/server-view.ts';
export { ServerWords, type Words } from './servers/server-words.ts';
export type { Server, ServerStore } from './servers/server.ts';
export { createTryServer, type TriedServer } from './servers/try-server.ts';
export { createUpdateServer, type ServerChange } from './servers/update-server.ts';
export { watchLostCredentials } from './servers/watch-lost-credentials.ts';
export { createSnapshot } from './snapshot.ts';
export { Tail, type Told } from './tail.ts';
export { createTidyUp } from './tidy-up.ts';
export type { Cancel, Timers } from './timers.ts';
export {
  readTrace,
  spanIdOf,
  traceIdOf,
  traceKeys,
  withoutBaggage,
  type TraceContext,
} from './tracing/trace-context.ts';
export {
  noTracing,
  traced,
  type Span,
  type SpanAttributes,
  type SpanEnd,
  type SpanStart,
  type Tracing,
} from './tracing/tracing.ts';
export { ChangeDefinitions, type DefinitionFailures } from './definitions/change-definitions.ts';
export { DefinitionBook, type Definitions } from './definitions/definition-book.ts';
export type {
  Change,
  Definition,
  DefinitionStore,
  Named,
  StoredDefinition,
} from './definitions/definition.ts';
export { timelineOf, type TimelineEntry } from './runs/run-timeline.ts';
export { followRun, storedEvents, type FollowedEvent, type FollowRunDeps } from './runs/follow-run.ts';
export { RunFeed, type RunNews } from './runs/run-feed.ts';
export { toListedRunView, toRunView } from './runs/run-view.ts';
export { RunWorkers } from './runs/run-workers.ts';
export { createCancelRun, type CancelRun } from './runs/cancel-run.ts';
export { createSubmitRun, type SubmitRun } from './runs/submit-run.ts';
export { isSafe } from './calls/safe-tools.ts';
