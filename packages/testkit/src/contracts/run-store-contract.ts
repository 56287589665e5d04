import type { RunId, RunStep, RunStore } from '@patchbay/core';
import { expect, it } from 'vitest';
import { aRun, someRunSteps } from '../run-builders.ts';
import { describePort, type Opened } from './describe-port.ts';

const at = new Date('2026-01-01T00:00:01.000Z');
const notice = (message: string): RunStep => ({ kind: 'notice', code: 'TEST', message, at });

/** What any RunStore must do. */
export function describeRunStore(name: string, open: () => Promise<Opened<RunStore>>): void {
  describePort(`RunStore on ${name}`, open, (port) => {
    it('gives back, field by field, what was asked for', async () => {
      const run = aRun({
        history: [{ question: 'a?', answer: 'a.' }],
        selection: [{ name: 's', tools: ['t'] }],
      });
      expect(await port().add(run)).toBe(true);
      expect(await port().find(run.id)).toEqual({ run, steps: [] });
      expect(await port().find('other' as RunId)).toBeUndefined();
    });

    it('takes a run once', async () => {
      await port().add(aRun());
      expect(await port().add(aRun({ input: 'another' }))).toBe(false);
      expect((await port().find(aRun().id))?.run.input).toBe(aRun().input);
    });

    it('gives back every kind of step as it was, in its order', async () => {
      const { id } = aRun();
      await port().add(aRun());
      for (const [after, step] of someRunSteps.entries())
        expect(await port().append(id, after, [step])).toBe(true);
      expect((await port().find(id))?.steps).toEqual(someRunSteps);
    });

    it('writes several steps together or none of them', async () => {
      const { id } = aRun();
      await port().add(aRun());
      expect(await port().append(id, 0, [notice('a'), notice('b')])).toBe(true);
      expect(await port().append(id, 1, [notice('c'), notice('d')])).toBe(false);
      expect(await port().append(id, 3, [notice('c')])).toBe(false);
      expect((await port().find(id))?.steps).toEqual([notice('a'), notice('b')]);
    });

    it('lets one of those win who write at once', async () => {
      const { id } = aRun();
      await port().add(aRun());
      const writers = Array.from({ length: 8 }, (_, n) => notice(String(n)));
      const won = await Promise.all(writers.map((step) => port().append(id, 0, [step])));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await port().find(id))?.steps).toEqual([writers[won.indexOf(true)]]);
    });

    it('knows nothing of a run that was not asked for', async () => {
      expect(await port().append('other' as RunId, 0, [notice('a')])).toBe(false);
      expect(await port().find('other' as RunId)).toBeUndefined();
    });
  });
}
