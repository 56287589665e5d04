import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** One file of the built dashboard, as it is sent. */
export interface BuiltFile {
  readonly bytes: Buffer;
  /** The same, compressed, where that was worth it. */
  readonly gzip: Buffer | undefined;
  readonly type: string;
}

/** By its address: `/assets/index-a1b2.js`. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** All of them, kept in memory: they are few, and nothing in a request then names a file. Undefined without a build. */
export async function readBuiltFiles(dist: string): Promise<BuiltFiles | undefined> {
  const names = await readdir(dist, { recursive: true }).catch((): string[] => []);
  if (!names.includes('index.html')) return undefined;
  const wanted = names.filter((name) => types[extname(name)] !== undefined);
  const files = await Promise.all(wanted.map((name) => readBuilt(dist, name, names.includes(`${name}.gz`))));
  return new Map(files);
}

async function readBuilt(dist: string, name: string, isCompressed: boolean): Promise<[string, BuiltFile]> {
  const bytes = await readFile(join(dist, name));
  const gzip = isCompressed ? await readFile(join(dist, `${name}.gz`)) : undefined;
  return [`/${name.replaceAll('\\', '/')}`, { bytes, gzip, type: types[extname(name)] ?? '' }];
}
