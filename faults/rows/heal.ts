import type { Client } from '@modelcontextprotocol/client';
import { all, countFor, none, quick, type Figure, type Scale } from '../support/figure.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { outcomeOf, tally, textOf, type Outcome } from '../support/outcome.ts';
import { isSoWithin, parentOf } from '../support/processes.ts';

/** Starts a server, and gives what restarts it. */
const kinds: Readonly<Record<string, (lab: Lab, name: string) => Promise<() => Promise<void>>>> = {
  stdio: async (lab, name) => {
    const fixture = await lab.stdio(name);
    return async () => {
      const pid = fixture.pids.at(-1) ?? 0;
      process.kill(pid, 'SIGKILL');
      await isSoWithin(5_000, () => parentOf(pid) === undefined); // a zombie's threads may hold its pipes
    };
  },
  sse: async (lab, name) => (await lab.sse(name)).restart,
  'legacy-http': async (lab, name) => (await lab.http(name)).restart,
  'legacy-http-session': async (lab, name) => {
    const fixture = await lab.http(name);
    return async () => fixture.dropSessions();
  },
  'modern-http': async (lab, name) => (await lab.http(name, { version: '2026-07-28' })).restart,
};

/** Calls between two restarts. A tenth of a server's calls may be repeated, so more restarts than that are passed on. */
const usualCalls = 12;

/** A server comes back, and the next call of the same client session works. */
export async function healOnNextCall(scale: Scale): Promise<Figure> {
  const restarts = countFor(scale, 50, 2);
  await using lab = await openLab();
  const client = await lab.session();
  const session = client.transport?.sessionId;
  const each = Object.entries(kinds).map(async ([kind, start]) => {
    const restart = await start(lab, kind);
    const outcomes: Outcome[] = [];
    for (let n = 0; n < restarts; n += 1) {
      await restart();
      outcomes.push(await callOnce(client, kind));
      for (let more = 0; more < usualCalls; more += 1) await callOnce(client, kind);
    }
    return outcomes.map((outcome) => ({ kind, outcome }));
  });
  const outcomes = (await Promise.all(each)).flat();
  const failed = outcomes.filter(({ outcome }) => outcome.word !== 'ok');
  return {
    id: 'HEAL',
    name: 'an upstream restart heals on the next call',
    did: `${String(restarts)} restarts each of ${Object.keys(kinds).join(', ')}, seen through one MCP session; the next calls ended as ${tally(outcomes.map(({ outcome }) => outcome))}`,
    marks: [
      none(
        'calls that failed',
        failed.map(({ kind, outcome }) => `${kind}: ${textOf(outcome)}`),
      ),
      all('same session', client.transport?.sessionId === session ? 1 : 0, 1),
      quick(
        'next call',
        outcomes.map(({ outcome }) => outcome.tookMs),
        2_000,
      ),
    ],
  };
}

function callOnce(client: Client, server: string): Promise<Outcome> {
  return outcomeOf(client.callTool({ name: `${server}__echo`, arguments: { message: 'hi' } }));
}
