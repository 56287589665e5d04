import type { MeshTool } from '@patchbay/contracts';
import type { Entry } from './directory.ts';
import type { MeshProfile } from './mesh-agent.ts';
import { compareTexts } from './version.ts';

/** Which capability cannot be had without which others. */
export type RequiredEdges = ReadonlyMap<string, ReadonlySet<string>>;

/** Every tool of every agent counts, by the names of capabilities alone: a loop that tags may break is refused too. */
export function requiredEdges(tools: Iterable<MeshTool>): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { capability, dependencies = [] } of tools)
    for (const dependency of dependencies) {
      if (dependency.required !== true || dependency.capability === '') continue;
      const needs = edges.get(capability) ?? new Set();
      edges.set(capability, needs.add(dependency.capability));
    }
  return edges;
}

/** A loop by its names, the first one again at the end; undefined if there is none. */
export function findRequiredCycle(edges: RequiredEdges): string[] | undefined {
  const done = new Set<string>();
  for (const start of [...edges.keys()].toSorted(compareTexts)) {
    const cycle = follow(start, edges, done);
    if (cycle) return cycle;
  }
  return undefined;
}

/** With a list of its own instead of recursion: a chain may be as long as somebody likes. */
function follow(start: string, edges: RequiredEdges, done: Set<string>): string[] | undefined {
  const path = [{ name: start, next: neighbours(start, edges) }];
  const on = new Set([start]);
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const name = top.next.pop();
    if (name === undefined) {
      path.pop();
      on.delete(top.name);
      done.add(top.name);
    } else if (on.has(name)) {
      const names = path.map((step) => step.name);
      return [...names.slice(names.indexOf(name)), name];
    } else if (!done.has(name)) {
      on.add(name);
      path.push({ name, next: neighbours(name, edges) });
    }
  }
  return undefined;
}

/** Taken from the end. */
function neighbours(name: string, edges: RequiredEdges): string[] {
  return [...(edges.get(name) ?? [])].toSorted((one, other) => compareTexts(other, one));
}

/** The loop that an agent would close, if it came or changed to this. */
export function findCycleWith(profile: MeshProfile, known: ReadonlyMap<string, Entry>): string[] | undefined {
  if (!profile.tools.some(({ dependencies = [] }) => dependencies.some(({ required }) => required)))
    return undefined;
  const others = [...known.values()].filter(({ agent }) => agent.id !== profile.id);
  return findRequiredCycle(requiredEdges([...others.flatMap(({ agent }) => agent.tools), ...profile.tools]));
}
