import { aRun, createSmallHub, settle } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createOpenRunTools } from './open-run-tools.ts';

async function setup() {
  const hub = createSmallHub();
  const good = await hub.addServer('good', ['echo']);
  const other = await hub.addServer('other', ['echo']);
  const open = createOpenRunTools({
    ...hub,
    ...hub.time,
    toolsFor: (_, tools = hub.toolbox.list()) => tools,
    chooseTools: async ({ local, tools }) => [...local, ...tools],
    known: { lookUp: async (name) => [good, other].find(({ server }) => server.name === name)?.server },
  });
  return { hub, other, open: () => open(aRun(), new AbortController().signal) };
}

const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe('a server that is not there when a run begins', () => {
  it('is named at once when its connection has failed', async () => {
    const { other, open } = await setup();
    other.upstream.door = 'closed';
    other.upstream.kill('It fell over.');
    await settle();
    const { equipment } = await open();
    expect(equipment.unavailable).toEqual([{ server: 'other', reason: 'It fell over.' }]);
    expect(names(equipment.tools)).toEqual(['good__echo']);
  });

  it('is waited for while it is connected for the first time, and not for long when it hangs after it failed', async () => {
    const { hub, other, open } = await setup();
    other.upstream.door = 'silent';
    other.upstream.kill();
    await settle();
    const connecting = other.supervisor.connect().catch(() => {});
    const opening = open();
    await hub.time.pass(4_999);
    expect(other.supervisor.view().status).toBe('CONNECTING');
    await hub.time.pass(1);
    const { equipment } = await opening;
    expect(equipment.unavailable).toMatchObject([{ server: 'other' }]);
    expect(names(equipment.tools)).toEqual(['good__echo']);

    const healing = open();
    await settle();
    other.upstream.admit();
    await connecting;
    expect(names((await healing).equipment.tools)).toEqual(['good__echo', 'other__echo']);
  });
});
