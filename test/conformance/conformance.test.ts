import { describe, expect, it } from 'vitest';
import { startTestHub } from '../support/test-hub.ts';
import { runSuite, scoredScenarios, type Requirements } from './run-suite.ts';
import { startConformanceUpstream } from './upstream/start-server.ts';
import { withKey } from './with-key.ts';

interface Leg {
  readonly upstream: 'modern' | 'legacy';
  readonly revision: Requirements;
  readonly scenarios: number;
  /** What cannot be, with the reason in docs/guides/compatibility.md. */
  readonly misses: readonly string[];
}

const legs: readonly Leg[] = [
  { upstream: 'modern', revision: '2026-07-28', scenarios: 37, misses: [] },
  {
    upstream: 'legacy',
    revision: '2026-07-28',
    scenarios: 37,
    misses: ['input-required-result-basic-elicitation', 'input-required-result-capability-check'],
  },
  { upstream: 'legacy', revision: '2025-11-25', scenarios: 30, misses: [] },
];

/** The hub in front of one server, whose names it leaves as they are; gives the URL for the suite. */
async function startHubBefore(upstream: Leg['upstream']): Promise<string> {
  const url = await startConformanceUpstream(upstream);
  const profiles = { plain: { servers: ['one'], naming: 'bare' as const } };
  const test = await startTestHub({ results: { keepHours: 0 }, profiles });
  await test.admin.createServer({ body: { name: 'one', transport: 'http', url } });
  return withKey(`${test.url}/mcp/plain`, test.adminKey);
}

describe('the conformance suite', () => {
  it.each(legs)(
    'finds a server of $revision in a hub with a $upstream upstream',
    async ({ upstream, revision, scenarios, misses }) => {
      const url = await startHubBefore(upstream);
      const { passed, failed } = await runSuite(url, revision);
      const wanted = scoredScenarios(revision);
      expect(wanted).toHaveLength(scenarios);
      expect(failed).toEqual(Object.fromEntries(misses.map((name) => [name, expect.any(Array)])));
      expect(passed).toEqual(wanted.filter((name) => !misses.includes(name)));
    },
  );
});
