import type { KeptResult, PrincipalId, ResultStore } from '@patchbay/core';
import { expect, it } from 'vitest';
import { describePort, type Opened } from './describe-port.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));
const plenty = 100_000_000;

function aResult(id: string, overrides: Partial<KeptResult> = {}): KeptResult {
  const principal = 'key:root' as PrincipalId;
  return { id, principal, createdAt: at(0), expiresAt: at(60), total: 3, ...overrides };
}

/** What any ResultStore must do. */
export function describeResultStore(name: string, open: () => Promise<Opened<ResultStore>>): void {
  describePort(`ResultStore on ${name}`, open, (results) => {
    type Overrides = Partial<KeptResult> & { maxBytes?: number };
    const keep = (id: string, text: string, { maxBytes = plenty, ...overrides }: Overrides = {}) =>
      results().keep(aResult(id, { total: text.length, ...overrides }), text, maxBytes);
    const left = async (...ids: string[]) => {
      const found = await Promise.all(ids.map((id) => results().find(id)));
      return found.flatMap((result) => (result ? [result.id] : []));
    };

    it('gives back what was kept, and any slice of its text', async () => {
      expect(await keep('a', 'one two')).toBe(true);
      expect(await results().find('a')).toEqual(aResult('a', { total: 7 }));
      expect(await results().read('a', 0, 7)).toBe('one two');
      expect(await results().read('a', 4, 6)).toBe('tw');
      expect(await results().find('b')).toBeUndefined();
      expect(await results().read('b', 0, 1)).toBeUndefined();
    });

    it('slices long texts anywhere, and never loses half of a character', async () => {
      const text = `${'x'.repeat(65_535)}🧰${'é\u0000"\n'.repeat(40_000)}`;
      await keep('a', text);
      for (const [from, to] of [
        [0, text.length],
        [65_530, 65_540],
        [65_536, 65_537],
        [65_536, 131_072],
        [131_071, 131_073],
        [200_000, text.length],
      ] as const)
        expect((await results().read('a', from, to)) === text.slice(from, to), `${String(from)}`).toBe(true);
    });

    it('lets the oldest go where it would become too much', async () => {
      await keep('b', 'x'.repeat(40), { createdAt: at(2) });
      await keep('a', 'x'.repeat(40), { createdAt: at(1) });
      await keep('c', 'x'.repeat(20), { createdAt: at(3), maxBytes: 100 });
      expect(await left('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
      await keep('d', 'é'.repeat(20), { createdAt: at(4), maxBytes: 100 });
      expect(await left('a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
      await keep('e', 'x'.repeat(90), { createdAt: at(5), maxBytes: 100 });
      expect(await left('a', 'b', 'c', 'd', 'e')).toEqual(['e']);
    });

    it('does not keep what is too much by itself, and lets nothing go for it', async () => {
      await keep('a', 'x'.repeat(40));
      expect(await keep('b', 'x'.repeat(101), { maxBytes: 100 })).toBe(false);
      expect(await left('a', 'b')).toEqual(['a']);
    });

    it('forgets those whose time is over', async () => {
      await keep('old', 'abc', { expiresAt: at(1) });
      await keep('now', 'abc', { expiresAt: at(2) });
      await keep('new', 'abc', { expiresAt: at(3) });
      await results().forget(at(2));
      expect(await left('old', 'now', 'new')).toEqual(['new']);
      expect(await results().read('old', 0, 3)).toBeUndefined();
    });

    it('keeps the last one of a call', async () => {
      await keep('a', 'x'.repeat(70_000));
      await keep('a', 'two');
      expect(await results().read('a', 0, 3)).toBe('two');
      expect(await results().find('a')).toMatchObject({ total: 3 });
    });
  });
}
