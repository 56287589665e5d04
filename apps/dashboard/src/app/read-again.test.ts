import { expect, it } from 'vitest';
import { createReadAgain } from './read-again.ts';

function setup() {
  const reads: { readonly key: string; readonly end: () => void }[] = [];
  const planned: (() => void)[] = [];
  const readAgain = createReadAgain({
    read(key) {
      const { promise, resolve } = Promise.withResolvers<void>();
      reads.push({ key, end: resolve });
      return promise;
    },
    later: (run) => void planned.push(run),
  });
  const pass = (): void => planned.splice(0).forEach((run) => run());
  return { readAgain, reads, pass, keys: () => reads.map(({ key }) => key) };
}

it('reads once what many news are about', () => {
  const { readAgain, pass, keys } = setup();
  for (let count = 0; count < 100; count += 1) readAgain(['tools', 'servers']);
  expect(keys()).toEqual([]);
  pass();
  expect(keys()).toEqual(['tools', 'servers']);
});

it('does not read twice at once, but once more for what came meanwhile', async () => {
  const { readAgain, reads, pass, keys } = setup();
  readAgain(['tools']);
  pass();
  readAgain(['tools', 'approvals']);
  pass();
  expect(keys()).toEqual(['tools', 'approvals']);
  reads[0]?.end();
  await Promise.resolve();
  await Promise.resolve();
  pass();
  expect(keys()).toEqual(['tools', 'approvals', 'tools']);
});
