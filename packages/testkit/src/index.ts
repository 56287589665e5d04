export {
  anApproval,
  aCatalogRecord,
  aKey,
  aLimitRule,
  aMeshAgent,
  aMeshTool,
  aPolicy,
  aProfile,
  anAuditEntry,
  aPrincipal,
  aServer,
  aServerDefinition,
  aReconnectPolicy,
} from './builders.ts';
export { describeApprovalStore, type ApprovalsAndIntents } from './contracts/approval-store-contract.ts';
export { describeAuditStore } from './contracts/audit-store-contract.ts';
export { describeCatalogStore } from './contracts/catalog-store-contract.ts';
export { describeDefinitionStore } from './contracts/definition-store-contract.ts';
export { describeEventStore } from './contracts/event-store-contract.ts';
export { describeIntentStore } from './contracts/intent-store-contract.ts';
export { describeKeyStore } from './contracts/key-store-contract.ts';
export { describeLimitStore } from './contracts/limit-store-contract.ts';
export { describeMeshStore } from './contracts/mesh-store-contract.ts';
export { describeMeshRegistry, type RegistryDoor } from './contracts/mesh-registry-contract.ts';
export { describePatterns } from './contracts/pattern-contract.ts';
export { describePinStore } from './contracts/pin-store-contract.ts';
export { describePolicyStore } from './contracts/policy-store-contract.ts';
export { describeProfileStore } from './contracts/profile-store-contract.ts';
export { describeResultStore } from './contracts/result-store-contract.ts';
export { describeRunQueue } from './contracts/run-queue-contract.ts';
export { describeRunStore } from './contracts/run-store-contract.ts';
export { describeServerStore } from './contracts/server-store-contract.ts';
export { describeSessionStore } from './contracts/session-store-contract.ts';
export { createCountingChance } from './counting-chance.ts';
export { createFakeUpstream, type FakeUpstream } from './fake-upstream.ts';
export {
  startLlmFixture,
  type LlmFixture,
  type LlmFixtureOptions,
  type SeenRequest,
  type WireName,
} from './llm/llm-fixture.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
export { createManualTime, settle, type ManualTime } from './manual-time.ts';
export { createMemoryApprovalStore } from './memory/memory-approval-store.ts';
export { createMemoryAuditStore } from './memory/memory-audit-store.ts';
export { createMemoryCatalogStore } from './memory/memory-catalog-store.ts';
export { createMemoryDefinitionStore } from './memory/memory-definition-store.ts';
export { createMemoryEventStore } from './memory/memory-event-store.ts';
export { createMemoryIntentStore } from './memory/memory-intent-store.ts';
export { createMemoryKeyStore } from './memory/memory-key-store.ts';
export { createMemoryMeshStore } from './memory/memory-mesh-store.ts';
export { createMemoryPinStore } from './memory/memory-pin-store.ts';
export { createMemoryPolicyStore } from './memory/memory-policy-store.ts';
export { createMemoryProfileStore } from './memory/memory-profile-store.ts';
export { createMemoryLimitStore } from './memory/memory-limit-store.ts';
export { createMemoryResultStore } from './memory/memory-result-store.ts';
export { createMemoryRuns } from './memory/memory-runs.ts';
export { createMemoryServerStore } from './memory/memory-server-store.ts';
export { createMemorySessionStore } from './memory/memory-session-store.ts';
export { plainDigest, takePlainPrint } from './plain-digest.ts';
export { nativePatterns } from './native-patterns.ts';
export { createRecordingLog, type RecordingLog } from './recording-log.ts';
export { aRun, aRunTool, someEquipment, someLimits, someRunSteps } from './run-builders.ts';
export { createSmallHub } from './small-hub.ts';
export { createSupervised } from './supervised.ts';
export { createTempDir } from './temp-dir.ts';
export { createTestMasking } from './test-masking.ts';
