import { describe, expect, it } from 'vitest';
import { rows } from '../../faults/rows.ts';
import { brokenMarks } from '../support/broken-marks.ts';

describe.skipIf(process.platform !== 'linux')('a call', () => {
  it('ends as the retry table says, whatever HTTP does to it', async () => {
    expect(await brokenMarks(rows.A6)).toEqual([]);
  });

  it('ends when the stream of its answer does', async () => {
    expect(await brokenMarks(rows.A7)).toEqual([]);
  });

  it('has the effect that the hub says it has, once', async () => {
    expect(await brokenMarks(rows.A8)).toEqual([]);
  });

  it('does not feel that other servers come and go', async () => {
    expect(await brokenMarks(rows.A10)).toEqual([]);
  });

  it('does not wait for the calls of another server', async () => {
    expect(await brokenMarks(rows.A12)).toEqual([]);
  });

  it('is answered to the one who made it, whatever ids others use', async () => {
    expect(await brokenMarks(rows.A14)).toEqual([]);
  });
});
