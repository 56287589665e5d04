import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Keeps a list of process groups until its input ends, which it does when the hub is gone, however it went; then
 * ends those that are left. It ignores the signals that a terminal sends to everybody.
 */
const script = `
trap '' HUP INT TERM
groups=' '
while read -r op pid; do
  case "$op" in
    +) groups="$groups$pid " ;;
    -) case "$groups" in *" $pid "*) groups="\${groups%% $pid *} \${groups#* $pid }" ;; esac ;;
  esac
done
[ "$groups" = ' ' ] && exit
for pid in $groups; do kill -s TERM -- "-$pid"; done
sleep 1
for pid in $groups; do kill -s KILL -- "-$pid"; done
`;

/** A small shell that outlives a hub killed with -9, so that no server is left without its owner. */
export class Reaper {
  readonly #groups = new Set<number>();
  #shell: ChildProcess | undefined;

  watch(pid: number): void {
    this.#groups.add(pid);
    if (this.#shell === undefined) this.#start();
    else this.#shell.stdin?.write(`+ ${String(pid)}\n`);
  }

  forget(pid: number): void {
    if (this.#groups.delete(pid)) this.#shell?.stdin?.write(`- ${String(pid)}\n`);
  }

  close(): void {
    this.#shell?.stdin?.end();
    this.#shell = undefined;
  }

  /** Windows has neither a shell like this nor groups. */
  #start(): void {
    if (process.platform === 'win32') return;
    const shell = spawn('/bin/sh', ['-c', script], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: {},
    });
    this.#shell = shell;
    const gone = (): void => {
      if (this.#shell === shell) this.#shell = undefined; // the next one to watch starts another
    };
    shell.on('error', gone).on('exit', gone);
    shell.stdin.on('error', gone);
    shell.stdin.write([...this.#groups].map((pid) => `+ ${String(pid)}\n`).join(''));
    shell.unref();
    if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  }
}
