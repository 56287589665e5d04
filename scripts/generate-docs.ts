import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from './docs/reference.ts';

const folder = join('docs', 'reference');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(await referencePages())) writeFileSync(join(folder, name), text);
