#!/usr/bin/env node
import { mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

// Plain JavaScript, so that an old Node can at least say what is wrong.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Patchbay needs Node 24 or newer; this is ${process.versions.node}.\n` +
      'Inside a clone, `npx patchbay` brings its own.\n',
  );
  process.exit(1);
}
try {
  // Not in the shared temporary folder, where somebody else could leave code for us.
  const cache = join(homedir(), '.cache', 'patchbay', 'compiled');
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  module.enableCompileCache(cache);
} catch {
  // Without a home the start takes a little longer, and that is all.
}
const { main } = await import('../src/main.ts');
await main();
