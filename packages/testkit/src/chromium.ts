import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

// A headless Chromium from npm, for tests: on a machine that has no browser and not even the libraries of one.

const version = '153';

/** Not in the shared temporary folder, where somebody else could leave a browser for us. */
const cache = join(homedir(), '.cache', 'patchbay');
const folder = join(cache, `chromium-${version}`);

/** `hosts` sends host names to addresses, as a DNS server would: `{ 'evil.test': '127.0.0.1' }`. */
export async function launchChromium(hosts: Readonly<Record<string, string>> = {}): Promise<Browser> {
  await unpackOnce();
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`);
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(rules.length > 0 ? [`--host-resolver-rules=${rules.join(',')}`] : []),
  ];
  const options = { executablePath: join(folder, 'chromium'), args };
  const fonts = { FONTCONFIG_FILE: writeFontConfig(), HOME: folder };
  try {
    return await chromium.launch({ ...options, env: fonts });
  } catch (error) {
    if (!String(error).includes('shared libraries')) throw error;
    return chromium.launch({ ...options, env: { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } });
  }
}

/** That of the package looks where it does not unpack to; and a browser without any font dies of the first text field. */
function writeFontConfig(): string {
  const file = join(folder, 'own-fonts.conf');
  const draft = `${file}.${String(process.pid)}`;
  const folders = [join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
  const cache = `<cachedir>${join(folder, 'font-cache')}</cachedir>`;
  writeFileSync(draft, `<?xml version="1.0"?><fontconfig>${folders}${cache}</fontconfig>`);
  renameSync(draft, file);
  return file;
}

/** The package unpacks into the temporary folder of the process, whatever another process is doing there. */
async function unpackOnce(): Promise<void> {
  if (existsSync(folder)) return;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'unpack-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = draft;
  try {
    const bin = fileURLToPath(new URL('../bin', import.meta.resolve('@sparticuz/chromium')));
    for (const part of ['chromium.br', 'fonts.tar.br', 'al2023.tar.br']) await inflate(join(bin, part));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  moveOrDrop(draft);
}

function moveOrDrop(draft: string): void {
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true }); // another process was faster
  }
}
