import { genesis, type AuditStore, type Intent, type IntentStore } from '@patchbay/core';
import { expect, it } from 'vitest';
import { describePort, type Opened } from './describe-port.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number): Date => new Date(start.getTime() + ms);
const anIntent = (id: string, at = start): Intent => ({
  id,
  principal: 'key:root',
  via: 'rest',
  server: 'github',
  tool: 'create_issue',
  at,
});
const ids = (intents: readonly Intent[]): string[] => intents.map(({ id }) => id);

export interface IntentStorePorts {
  readonly intents: IntentStore;
  /** The end of an intent is written there. */
  readonly audit: Pick<AuditStore, 'append'>;
}

/** What any IntentStore must do. */
export function describeIntentStore(name: string, open: () => Promise<Opened<IntentStorePorts>>): void {
  describePort(`IntentStore on ${name}`, open, (ports) => {
    const { write, listOpen, listUnknown, dismiss } = {
      write: (...intents: Intent[]) => ports().intents.write(intents),
      listOpen: (before: Date, limit = 1_000) => ports().intents.listOpen(before, limit),
      listUnknown: (limit = 10) => ports().intents.listUnknown(limit),
      dismiss: (id: string) => ports().intents.dismiss(id),
    };
    const settle = (settled: { ended?: string[]; unknown?: string[] }) =>
      ports().audit.append(genesis, [], { ended: [], unknown: [], ...settled });

    it('gives back, field by field, what was begun and not ended', async () => {
      const facts = {
        principalName: 'root',
        toolDigest: 'd'.repeat(64),
        policy: 'p1',
        decision: 'allow',
        approval: null,
        args: { digest: 'a'.repeat(64), bytes: 2 },
        traceId: '0af7651916cd43dd8448eb211c80319c',
      };
      await write(anIntent('a'), { ...anIntent('b'), facts }, anIntent('c'));
      await settle({ ended: ['a'] });
      expect(await listOpen(later(1))).toEqual([{ ...anIntent('b'), facts }, anIntent('c')]);
    });

    it('leaves out what was begun since', async () => {
      await write(anIntent('old'), anIntent('new', later(1_000)));
      expect(ids(await listOpen(later(1_000)))).toEqual(['old']);
    });

    it('gives the oldest first, and no more than is asked for', async () => {
      await write(anIntent('a', later(2)), anIntent('b'), anIntent('c', later(1)));
      expect(ids(await listOpen(later(10), 2))).toEqual(['b', 'c']);
    });

    it('lists what is unknown, newest first, until somebody has looked', async () => {
      await write(anIntent('a'), anIntent('b', later(2)), anIntent('c', later(1)));
      await settle({ unknown: ['a', 'b', 'c'] });
      expect(await listOpen(later(10))).toEqual([]);
      expect(ids(await listUnknown(2))).toEqual(['b', 'c']);
      expect(await dismiss('b')).toBe(true);
      expect(await dismiss('b')).toBe(false);
      expect(ids(await listUnknown())).toEqual(['c', 'a']);
    });

    it('knows whether a call is noted, as long as nobody wrote how it ended', async () => {
      await write(anIntent('a'), anIntent('b'), anIntent('c'));
      await settle({ ended: ['a'], unknown: ['b'] });
      const noted = ['a', 'b', 'c', 'd'].map((id) => ports().intents.isNoted(id));
      expect(await Promise.all(noted)).toEqual([false, true, true, false]);
    });

    it('keeps a note whose row was not written', async () => {
      await write(anIntent('a'), anIntent('b'));
      const another = { seq: 7, hash: genesis.hash };
      expect(await ports().audit.append(another, [], { ended: ['a'], unknown: ['b'] })).toBe(false);
      expect(ids(await listOpen(later(1)))).toEqual(['a', 'b']);
    });

    it('does not dismiss what still runs', async () => {
      await write(anIntent('a'));
      expect(await dismiss('a')).toBe(false);
      expect(ids(await listOpen(later(1)))).toEqual(['a']);
    });

    it('lets go of what ends after all, though it was given up', async () => {
      await write(anIntent('a'));
      await settle({ unknown: ['a'] });
      await settle({ ended: ['a'] });
      expect(await listUnknown()).toEqual([]);
    });

    it('takes hundreds at once', async () => {
      const many = Array.from({ length: 1_250 }, (_, n) => anIntent(`m${String(n)}`));
      await write(...many);
      await settle({ ended: ids(many).slice(1) });
      expect(ids(await listOpen(later(1)))).toEqual(['m0']);
    });
  });
}
