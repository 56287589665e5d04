import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', 'examples');
const examples = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

describe('an example', () => {
  it.each(examples)('%s checks itself and finds nothing wrong', async (name) => {
    // It exits with something else than 0, and this rejects with all that it said, when something is.
    const { stderr } = await promisify(execFile)(process.execPath, [join(root, name, 'main.ts')]);
    expect(stderr).toBe('');
  });

  it.each(examples)('%s tells its story', (name) => {
    expect(existsSync(join(root, name, 'README.md'))).toBe(true);
  });
});
