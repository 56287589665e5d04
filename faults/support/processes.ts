import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

// What Linux tells about processes and descriptors.

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly isZombie: boolean;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

function readProcess(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' '); // a name may hold anything
    return { pid, parent: Number(parent), isZombie: state === 'Z' };
  } catch {
    return undefined; // it ended in between
  }
}

export function parentOf(pid: number): number | undefined {
  return readProcess(pid)?.parent;
}

export function isAlive(pid: number): boolean {
  const found = readProcess(pid);
  return found !== undefined && !found.isZombie;
}

export function childrenOf(pid: number): number[] {
  return processes()
    .filter(({ parent }) => parent === pid)
    .map((child) => child.pid);
}

export function zombiesOf(pid: number): number[] {
  return processes()
    .filter(({ parent, isZombie }) => parent === pid && isZombie)
    .map((child) => child.pid);
}

export function openFiles(): number {
  return readdirSync('/proc/self/fd').length;
}

/** Waits until it is so, but no longer than this; says whether it is. */
export async function isSoWithin(ms: number, isSo: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!isSo() && performance.now() < end) await pause(5);
  return isSo();
}

/** How many more than before, once things had some time to close. */
export async function filesLeftOver(before: number): Promise<number> {
  await isSoWithin(5_000, () => openFiles() <= before);
  return Math.max(0, openFiles() - before);
}
