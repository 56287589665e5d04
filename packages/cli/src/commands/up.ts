import { PatchbayError } from '@patchbay/contracts';
import { defineCommand } from '../command.ts';
import { configFlags, configInput, loadHub, type RunningHub } from '../hub-config.ts';
import { bold, faint, warned } from '../output.ts';

export const command = defineCommand({
  flags: configFlags,
  examples: [
    'patchbay up',
    'patchbay up --port 9000 --data-dir /var/lib/patchbay',
    'PATCHBAY_DATABASE_URL=postgres://… patchbay up',
  ],
  input: configInput,

  async run({ environment, isInteractive, pid, err, out, json, stopped }, flags) {
    const stop = stopped(); // first of all: somebody may change their mind while the hub starts
    const { runHub, version } = await loadHub();
    const stopping = new AbortController();
    void stop.then((signal) => {
      if (isInteractive) err(`\nStopping (${signal}). Ctrl-C stops it at once.`);
      stopping.abort();
    });
    const running = await runHub(
      {
        environment,
        isTerminal: isInteractive,
        pid,
        writeLog: (line) => err(line.trimEnd()),
        stopping: stopping.signal,
      },
      flags,
    ).catch(unlessStopping);
    if (!running) return 0;
    const { url, hub } = running;
    const { signInUrl = null } = running;
    out(
      json
        ? JSON.stringify({ url, version, adminKey: hub.adminKey ?? null, signInUrl })
        : banner(running, version),
    );
    if (isInteractive) err(faint('Ctrl-C stops it.\n'));
    const tell = (line: string): void => void (isInteractive && err(faint(line)));
    void hub.dashboard.bringUpToDate(tell);
    await stop;
    await hub.close();
    return 0;
  },
});

function unlessStopping(error: unknown): undefined {
  if (!PatchbayError.is(error, 'HUB_STOPPING')) throw error;
}

function banner(running: RunningHub, version: string): string {
  const { url, hub, dataDir, database, configFile } = running;
  const rows = [
    ['Hub', bold(url)],
    ...dashboardRows(running),
    ['MCP', `${url}/mcp`],
    ['Data', `${dataDir} ${faint(`(${database})`)}`],
    ['Config', configFile ?? faint('no file')],
    ...keyRows(running),
    ...hub.warnings.map((warning) => ['Warning', warned(warning)]),
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(10)} ${value}`);
  return [`${bold('Patchbay')} ${version}`, '', ...lines, ''].join('\n');
}

function dashboardRows({ signInUrl }: RunningHub): string[][] {
  if (signInUrl === undefined) return [];
  return [
    ['Dashboard', bold(signInUrl)],
    ['', faint('signs you in once, within the hour; `patchbay dashboard` prints a new link')],
  ];
}

function keyRows({ hub, keyFile }: RunningHub): string[][] {
  if (hub.adminKey === undefined) return keyFile === undefined ? [] : [['Admin key', `in ${keyFile}`]];
  return [
    ['Admin key', bold(hub.adminKey)],
    ['', faint(`shown this once; also in ${keyFile ?? 'memory'}`)],
  ];
}
