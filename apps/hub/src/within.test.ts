import { expect, it } from 'vitest';
import { within } from './within.ts';

it('waits for work that ends, and fails as it fails', async () => {
  await within(60_000, Promise.resolve());
  await expect(within(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('does not wait for work that never ends', async () => {
  await expect(within(1, new Promise(() => {}))).resolves.toBeUndefined();
});
