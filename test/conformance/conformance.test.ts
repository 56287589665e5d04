import { describe, expect, it } from 'vitest';
import { startTestHub } from '../support/test-hub.ts';
import { legs, type Leg } from './legs.ts';
import { runSuite, scoredScenarios } from './run-suite.ts';
import { startConformanceUpstream } from './upstream/start-server.ts';
import { withKey } from './with-key.ts';

/** The hub in front of one server, whose names it leaves as they are; gives the URL for the suite. */
async function startHubBefore(upstream: Leg['upstream']): Promise<string> {
  const url = await startConformanceUpstream(upstream);
  const profiles = { plain: { servers: ['one'], naming: 'bare' as const } };
  const test = await startTestHub({ results: { keepHours: 0 }, profiles });
  await test.admin.createServer({ body: { name: 'one', transport: 'http', url } });
  return withKey(`${test.url}/mcp/plain`, test.adminKey);
}

/** An extension that the hub does not have, which does not count. */
const isOfTasks = (scenario: string): boolean => scenario.startsWith('tasks-');

describe('the conformance suite', () => {
  it.each(legs)(
    'finds a server of $revision in a hub with a $upstream upstream',
    async ({ upstream, revision, scenarios, misses }) => {
      const url = await startHubBefore(upstream);
      const { passed, failed, failedUnscored } = await runSuite(url, revision);
      const wanted = scoredScenarios(revision);
      expect(wanted).toHaveLength(scenarios);
      expect(Object.keys(failed).toSorted(), JSON.stringify(failed)).toEqual(Object.keys(misses).toSorted());
      expect(passed).toEqual(wanted.filter((name) => !Object.hasOwn(misses, name)));
      expect(failedUnscored.filter((name) => !isOfTasks(name))).toEqual([]);
    },
  );
});
