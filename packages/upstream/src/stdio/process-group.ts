import { spawnSync } from 'node:child_process';

/**
 * Sends a signal to a process and everything it started, where groups exist. False if there was nobody left.
 * The process must have been started as the leader of its group (`detached`).
 */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  if (process.platform === 'win32') return killTree(pid);
  try {
    return process.kill(-pid, signal);
  } catch {
    return false; // ESRCH: they are all gone
  }
}

/** Windows has no groups and no signals, but it knows who started whom. */
function killTree(pid: number): boolean {
  return spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }).status === 0;
}
