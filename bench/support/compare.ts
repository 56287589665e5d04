import type { Child, Hub } from './children.ts';
import { runLoad, type Load, type MakeAsk } from './load.ts';
import { median, type Row } from './report.ts';

export interface Subject {
  readonly child: Child;
  readonly ask: MakeAsk;
}

export interface Sample extends Load {
  readonly cpuUs: number;
}

export interface Rounds {
  readonly connections: number;
  readonly rounds: number;
  /** Of a round. */
  readonly seconds: number;
}

async function measure({ child, ask }: Subject, connections: number, seconds: number): Promise<Sample> {
  const before = child.cpuUs();
  const load = await runLoad(ask, connections, seconds);
  return { ...load, cpuUs: (child.cpuUs() - before) / load.calls };
}

/** In turn, again and again, so that what else the machine does hits all alike. Medians of the rounds. */
export async function compare<Name extends string>(
  subjects: Record<Name, Subject>,
  { connections, rounds, seconds }: Rounds,
): Promise<Record<Name, Sample>> {
  const all = Object.entries<Subject>(subjects);
  const samples = new Map<string, Sample[]>(all.map(([name]) => [name, []]));
  for (const [, subject] of all) await measure(subject, connections, seconds / 4); // warm
  for (let round = 0; round < rounds; round += 1)
    for (const [name, subject] of all) samples.get(name)?.push(await measure(subject, connections, seconds));
  const middle = [...samples].map(([name, own]) => {
    const of = (key: keyof Sample): number => median(own.map((sample) => sample[key]));
    const sample = { calls: of('calls'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
    return [name, { ...sample, cpuUs: of('cpuUs') }];
  });
  return Object.fromEntries(middle) as Record<Name, Sample>; // the same names
}

export function toMcp({ url, key }: Hub) {
  return { url: `${url}/mcp`, key };
}

/** `at` makes it another server than others at the same address. */
export function toServer(name: string, { url }: Child, at = 0): object {
  return { name, transport: 'http', url: `${url}/mcp/${String(at)}` };
}

/** What was aimed at, and what came of it. */
export class Targets {
  readonly rows: Row[] = [];

  atMost(target: string, most: number, measured: number): void {
    this.#add(target, `≤ ${most.toLocaleString('en')}`, { measured, isMet: measured <= most });
  }

  atLeast(target: string, [least, goal]: readonly [number, string], measured: number): void {
    this.#add(target, `≥ ${goal}`, { measured, isMet: measured >= least });
  }

  #add(target: string, goal: string, { measured, isMet }: { measured: number; isMet: boolean }): void {
    this.rows.push({ target, goal, measured, '': isMet ? 'met' : 'missed' });
  }
}
