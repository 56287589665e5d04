import type { MeshSelector, MeshTags, MeshTool } from '@patchbay/contracts';
import { compareVersions, satisfies } from './satisfies.ts';

/** A tool that may be chosen, and whose it is. */
export interface Candidate {
  readonly agentId: string;
  readonly endpoint: string;
  readonly tool: MeshTool;
}

/** The best of those that fit, as every registry of the mesh chooses: by tags, then version, then the id of the agent. */
export function choose(wanted: MeshSelector, candidates: readonly Candidate[]): Candidate | undefined {
  return matching(wanted, candidates)[0];
}

/** All that fit, best first. */
export function matching(
  { capability, tags = [], version = '' }: MeshSelector,
  candidates: readonly Candidate[],
): Candidate[] {
  return candidates
    .filter(({ tool }) => capability === undefined || tool.capability === capability)
    .map((candidate) => ({ candidate, score: scoreOf(tags, candidate.tool.tags ?? []) }))
    .filter(({ candidate, score }) => score >= 0 && satisfies(candidate.tool.version ?? '1.0.0', version))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        compareVersions(b.candidate.tool.version ?? '', a.candidate.tool.version ?? '') ||
        (a.candidate.agentId < b.candidate.agentId ? -1 : 1),
    )
    .map(({ candidate }) => candidate);
}

const required = 5;
const preferred = 10;
const out = -1;

/** Negative for one that is out. */
function scoreOf(wanted: MeshTags, tags: readonly string[]): number {
  const scores = wanted.map((one) =>
    typeof one === 'string' ? scoreOfTag(one, tags) : scoreOfGroup(one, tags),
  );
  return scores.includes(out) ? out : scores.reduce((sum, score) => sum + score, 0);
}

function scoreOfTag(wanted: string, tags: readonly string[]): number {
  if (wanted.startsWith('-')) return tags.includes(wanted.slice(1)) ? out : 0;
  if (wanted.startsWith('+')) return tags.includes(wanted.slice(1)) ? preferred : 0;
  return tags.includes(wanted) ? required : out;
}

/** One of them must be there; what must not be there still must not. */
function scoreOfGroup(group: readonly string[], tags: readonly string[]): number {
  const scores = group.map((one) => scoreOfTag(one, tags));
  if (group.some((one, at) => one.startsWith('-') && scores[at] === out)) return out;
  const best = Math.max(0, ...scores);
  return best === 0 ? out : best;
}
