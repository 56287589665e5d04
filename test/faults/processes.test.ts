import { describe, expect, it } from 'vitest';
import { rows } from '../../faults/rows.ts';
import { brokenMarks } from '../support/broken-marks.ts';

// One after the other, because they count the descriptors and zombies of this process.
describe.skipIf(process.platform !== 'linux')('a server that is a process', () => {
  it('may be killed in the middle of a call', async () => {
    expect(await brokenMarks(rows.A1)).toEqual([]);
  });

  it('may have its wrapper killed', async () => {
    expect(await brokenMarks(rows.A2)).toEqual([]);
  });

  it('may ignore that it should end', async () => {
    expect(await brokenMarks(rows.A3)).toEqual([]);
  });

  it('may break every rule of its pipes', async () => {
    expect(await brokenMarks(rows.A11)).toEqual([]);
  });
});
