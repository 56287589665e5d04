import type { MeshBatch, MeshEvent, MeshStore, PrincipalId } from '@patchbay/core';
import { expect, it } from 'vitest';
import { aMeshAgent, aMeshTool } from '../builders.ts';
import { describePort, type Opened } from './describe-port.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

const aBatch = (batch: Partial<MeshBatch>): MeshBatch => ({
  agents: [],
  removed: [],
  seen: { ids: [], at: at(0) },
  full: { ids: [], at: at(0) },
  names: [],
  events: [],
  schemas: [],
  ...batch,
});

const anEvent = (n: number, more: Partial<MeshEvent> = {}): MeshEvent => ({
  type: 'register',
  agentId: `a${String(n)}`,
  agentName: 'a',
  functionName: null,
  at: at(n),
  data: { n },
  ...more,
});

/** What any MeshStore must do. */
export function describeMeshStore(
  name: string,
  open: (keepEvents?: number) => Promise<Opened<MeshStore>>,
): void {
  describePort(`MeshStore on ${name}`, open, (mesh) => {
    const tool = aMeshTool({ tags: ['x'], dependencies: [{ capability: 'b', tags: ['+y', ['p', 'q']] }] });
    const agent = aMeshAgent({ tools: [tool], owner: 'key:k' as PrincipalId, changedAt: at(5) });

    it('gives back an agent as it was, with when it was seen and had heard of everything', async () => {
      const ids = [agent.id];
      await mesh().write(aBatch({ agents: [agent], seen: { ids, at: at(7) }, full: { ids, at: at(6) } }));
      const stored = { agent, seenAt: at(7), fullAt: at(6) };
      expect(await mesh().load()).toEqual({ agents: [stored], names: [] });
      expect(await mesh().find([agent.id, 'nobody'])).toEqual([stored]);
      expect(await mesh().find([])).toEqual([]);
    });

    it('moves on when it was seen, and leaves the rest', async () => {
      const ids = [agent.id];
      await mesh().write(aBatch({ agents: [agent], seen: { ids, at: at(7) }, full: { ids, at: at(6) } }));
      await mesh().write(aBatch({ seen: { ids, at: at(9) } }));
      expect(await mesh().find(ids)).toEqual([{ agent, seenAt: at(9), fullAt: at(6) }]);
      expect(await mesh().seen([agent.id, 'nobody'])).toEqual(new Map([[agent.id, at(9)]]));
    });

    it('keeps what is newer', async () => {
      const newer = { ...agent, status: 'unhealthy' as const, changedAt: at(8) };
      await mesh().write(aBatch({ agents: [newer] }));
      await mesh().write(aBatch({ agents: [agent] }));
      expect(await mesh().find([agent.id])).toMatchObject([{ agent: newer }]);
    });

    it('writes what comes with a name that no database can say', async () => {
      const odd = { functionName: 'a\0b\uD800', data: { text: 'a\0b\uD800' } };
      await mesh().write(aBatch({ agents: [agent], events: [anEvent(1, odd)] }));
      expect(await mesh().find([agent.id])).toHaveLength(1);
      expect(await mesh().events({ limit: 1 })).toMatchObject([{ agentId: 'a1', data: odd.data }]);
    });

    it('finds what changed since', async () => {
      const later = aMeshAgent({ id: 'later', changedAt: at(10) });
      await mesh().write(aBatch({ agents: [agent, later] }));
      expect(await mesh().changedSince(at(10))).toEqual(new Map([['later', at(10)]]));
      expect((await mesh().changedSince(at(5))).size).toBe(2);
      expect(await mesh().changedSince(at(11))).toEqual(new Map());
    });

    it('forgets those that were removed', async () => {
      await mesh().write(aBatch({ agents: [agent], seen: { ids: [agent.id], at: at(7) } }));
      await mesh().write(aBatch({ removed: [agent.id, 'nobody'] }));
      expect((await mesh().load()).agents).toEqual([]);
      expect(await mesh().seen([agent.id])).toEqual(new Map());
    });

    it('takes a thousand agents at once', async () => {
      const agents = Array.from({ length: 1_000 }, (_, n) => aMeshAgent({ id: `a${String(n)}` }));
      const ids = agents.map(({ id }) => id);
      await mesh().write(aBatch({ agents, seen: { ids, at: at(3) }, full: { ids, at: at(2) } }));
      const { agents: found } = await mesh().load();
      expect(found).toHaveLength(1_000);
      expect(new Set(found.map(({ seenAt }) => seenAt.getTime()))).toEqual(new Set([at(3).getTime()]));
      expect((await mesh().seen(ids)).size).toBe(1_000);
      expect(await mesh().find(ids)).toHaveLength(1_000);
    });

    it('keeps names with their owners', async () => {
      const taken = { name: 'a', owner: 'key:k' as PrincipalId, takenAt: at(1), isApproved: false };
      await mesh().write(aBatch({ names: [taken] }));
      const approved = { ...taken, owner: null, isApproved: true };
      await mesh().write(aBatch({ names: [approved] }));
      expect((await mesh().load()).names).toEqual([approved]);
    });

    it('tells events newest first, and of one kind, agent or function if asked', async () => {
      const events = [
        anEvent(1),
        anEvent(2),
        anEvent(1, { type: 'dependency_resolved', functionName: 'f', data: { deep: [{ x: null }] } }),
      ];
      await mesh().write(aBatch({ events }));
      const [one, two, three] = events;
      expect(await mesh().events({ limit: 10 })).toEqual([three, two, one]);
      expect(await mesh().events({ limit: 1 })).toEqual([three]);
      expect(await mesh().events({ limit: 10, agentId: 'a1' })).toEqual([three, one]);
      expect(await mesh().events({ limit: 10, agentId: 'a1', type: 'register' })).toEqual([one]);
      expect(await mesh().events({ limit: 10, functionName: 'f' })).toEqual([three]);
    });

    it('keeps a schema by its hash, as it came first', async () => {
      const schema = { hash: 'sha256:a', canonical: { type: 'object' }, runtime: 'java', createdAt: at(1) };
      const other = { hash: 'sha256:b', canonical: {}, runtime: 'python', createdAt: at(2) };
      await mesh().write(aBatch({ schemas: [schema, other] }));
      await mesh().write(aBatch({ schemas: [{ ...schema, runtime: 'python' }] }));
      expect(await mesh().schema('sha256:a')).toEqual(schema);
      expect(await mesh().schema('sha256:c')).toBeUndefined();
      expect(await mesh().schemas(10)).toEqual([other, schema]);
      expect(await mesh().schemas(1)).toEqual([other]);
    });
  });

  describePort(
    `MeshStore on ${name}, with room for three events`,
    () => open(3),
    (mesh) => {
      it('lets the oldest go', async () => {
        for (let n = 0; n < 5; n += 1) await mesh().write(aBatch({ events: [anEvent(n)] }));
        expect((await mesh().events({ limit: 10 })).map(({ agentId }) => agentId)).toEqual([
          'a4',
          'a3',
          'a2',
        ]);
      });
    },
  );
}
