import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..', 'examples');
const examples = readdirSync(folder).filter((name) => name !== 'support');

describe('the example', () => {
  it.each(examples)('%s works as it says', async (name) => {
    const { stdout } = await promisify(execFile)('node', [join(folder, name, 'main.ts')]);
    expect(stdout).toMatch(/worked\.\n$/);
  });
});
