import {
  startHttpFixture,
  startSseFixture,
  stdioFixture,
  type HttpFixtureOptions,
  type NetworkFixture,
  type SseFixtureOptions,
  type StdioFixture,
  type StdioFixtureOptions,
} from '@patchbay/testkit/mcp';
import { expect, onTestFinished } from 'vitest';

// Fixture servers that end with the test, after the hub that was started later.

export async function httpServer(options: HttpFixtureOptions = {}): Promise<NetworkFixture> {
  return closedAtTheEnd(await startHttpFixture(options));
}

export async function sseServer(options: SseFixtureOptions = {}): Promise<NetworkFixture> {
  return closedAtTheEnd(await startSseFixture(options));
}

export function stdioServer(options: StdioFixtureOptions = {}): StdioFixture {
  return closedAtTheEnd(stdioFixture(options));
}

function closedAtTheEnd<F extends { close(): Promise<void> }>(fixture: F): F {
  onTestFinished(() => fixture.close());
  return fixture;
}

/** A registration of this fixture, as REST, the library and the file take it. */
export function commandOf({ command, args, env }: StdioFixture) {
  return { command, args: [...args], env: { ...env } };
}

export function addressOf({ url }: { readonly url: string }) {
  return { transport: 'http', url };
}

/** Looks again until it is so. The limit is against hangs only. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 60_000, interval: 10 });
}

/** How often this method arrived. */
export function countOf(fixture: Pick<NetworkFixture, 'requests'>, method: string): number {
  return fixture.requests.filter((request) => request.method === method).length;
}

/** Lost connections are won back within moments, so that tests need not wait. */
export const quickReconnection = { initialDelayMs: 20, maxDelayMs: 50 };
/** No attempt by itself within the life of a test. */
export const slowReconnection = { initialDelayMs: 600_000, maxDelayMs: 600_000 };
