#!/usr/bin/env node
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
// Not in the shared temporary folder, where somebody else could leave code for us.
module.enableCompileCache(join(homedir(), '.cache', 'patchbay', 'compiled'));
const { main } = await import('../src/main.ts');
await main();
