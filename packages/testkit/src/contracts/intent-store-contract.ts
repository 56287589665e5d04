import type { Intent, IntentStore } from '@patchbay/core';
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

/** What any IntentStore must do. */
export function describeIntentStore(name: string, open: () => Promise<Opened<IntentStore>>): void {
  describePort(`IntentStore on ${name}`, open, (intents) => {
    it('gives back, field by field, what was begun and not ended', async () => {
      await intents().write([anIntent('a'), anIntent('b')], []);
      await intents().write([], ['a']);
      expect(await intents().abandon(later(1))).toEqual([anIntent('b')]);
      expect(await intents().listUnknown(10)).toEqual([anIntent('b')]);
    });

    it('leaves alone what was begun since', async () => {
      await intents().write([anIntent('old'), anIntent('new', later(1_000))], []);
      expect(ids(await intents().abandon(later(1_000)))).toEqual(['old']);
      await intents().write([], ['new']);
      expect(ids(await intents().abandon(later(9_000)))).toEqual([]);
    });

    it('gives each only once, and lists it until somebody has looked', async () => {
      await intents().write([anIntent('a')], []);
      await intents().abandon(later(1));
      expect(await intents().abandon(later(2))).toEqual([]);
      expect(await intents().dismiss('a')).toBe(true);
      expect(await intents().dismiss('a')).toBe(false);
      expect(await intents().listUnknown(10)).toEqual([]);
    });

    it('does not dismiss what still runs', async () => {
      await intents().write([anIntent('a')], []);
      expect(await intents().dismiss('a')).toBe(false);
      expect(ids(await intents().abandon(later(1)))).toEqual(['a']);
    });

    it('lists the newest first, and no more than is asked for', async () => {
      await intents().write([anIntent('a'), anIntent('b', later(2)), anIntent('c', later(1))], []);
      await intents().abandon(later(10));
      expect(ids(await intents().listUnknown(2))).toEqual(['b', 'c']);
    });

    it('takes hundreds at once', async () => {
      const many = Array.from({ length: 450 }, (_, n) => anIntent(`m${String(n)}`));
      await intents().write(many, []);
      await intents().write([], ids(many).slice(1));
      expect(ids(await intents().abandon(later(1)))).toEqual(['m0']);
    });
  });
}
