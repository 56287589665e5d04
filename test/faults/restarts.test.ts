import { describe, expect, it } from 'vitest';
import { rows } from '../../faults/rows.ts';
import { brokenMarks } from '../support/broken-marks.ts';

describe.skipIf(process.platform !== 'linux').concurrent('a hub', () => {
  it('that is killed leaves no process behind', async () => {
    expect(await brokenMarks(rows.A4)).toEqual([]);
  });

  it('that is asked to end lets calls finish', async () => {
    expect(await brokenMarks(rows.A5)).toEqual([]);
  });

  it('works with a restarted server on the next call, whatever its transport', async () => {
    expect(await brokenMarks(rows.HEAL)).toEqual([]);
  });

  it('works with nine servers while a tenth restarts', async () => {
    expect(await brokenMarks(rows.A9)).toEqual([]);
  });

  it('stays calm when a server cries wolf', async () => {
    expect(await brokenMarks(rows.A13)).toEqual([]);
  });
});
