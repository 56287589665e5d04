import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const dist = join(import.meta.dirname, 'dist');
const worthIt = 1_024;

/** Builds beside what is there and puts it in place whole, so that nobody is served half of each. */
export async function buildDashboard(): Promise<void> {
  process.env['NODE_ENV'] = 'production'; // whoever builds it, in a test too: the other React is twice as big
  const draft = `${dist}.${String(process.pid)}`;
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: draft, emptyOutDir: true },
  });
  await compress(draft);
  const old = `${draft}.old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
}

async function compress(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(?:js|css|html|svg)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    if (bytes.length > worthIt) writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildDashboard();
