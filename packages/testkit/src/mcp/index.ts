export { type Ears } from './client/ledger.ts';
export {
  converse,
  openWireClient,
  type ClientTransport,
  type WireClient,
  type WireClientOptions,
} from './client/wire-client.ts';
export { type Fault, type Faults } from './faults.ts';
export { createFixture, type Fixture } from './fixture.ts';
export { type FixtureHandle, type NetworkFixture } from './handle.ts';
export { startHttpFixture, type HttpFixtureOptions } from './http-fixture.ts';
export { createMemoryJournal, type Journal, type SeenRequest } from './journal.ts';
export { type Peer, type Session } from './session.ts';
export { startSseFixture, type SseFixtureOptions } from './sse-fixture.ts';
export { stdioFixture, type StdioFixture, type StdioFixtureOptions } from './stdio.ts';
export { testCertificate } from './test-certificate.ts';
export { defaultTools, type ScriptedTool, type ToolEntry } from './tools.ts';
export { legacyVersions, modernVersion, type Version } from './wire.ts';
export { type FixtureOptions } from './world.ts';
