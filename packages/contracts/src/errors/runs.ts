import { listProblems, type Problem } from '../problem.ts';
import type { ErrorRows } from './row.ts';

/** Runs of agents, and the models behind them. `reason` has the words of the provider, never a key. */
export const runErrors = {
  MODEL_UNAVAILABLE: {
    status: 503,
    retry: true,
    says: (d: { model: string; reason: string; retryAfterMs?: number | undefined }) =>
      `The model "${d.model}" did not answer: ${d.reason}`,
    fix: 'Try again in a moment. If it goes on, look at the status page of the provider, or at the endpoint itself.',
  },
  MODEL_KEY_REFUSED: {
    status: 502,
    retry: false,
    says: (d: { model: string; reason: string }) =>
      `The provider of the model "${d.model}" did not accept its key: ${d.reason}`,
    fix: 'Give the model a key that is good for it.',
  },
  MODEL_REFUSED: {
    status: 502,
    retry: false,
    says: (d: { model: string; reason: string }) =>
      `The provider of the model "${d.model}" refused the request: ${d.reason}`,
    fix: 'Change what it names: the name of the model, its limits, or what the agent is asked.',
  },
  SCRIPT_INVALID: {
    status: 400,
    retry: false,
    says: (d: { problems: readonly Problem[] }) => listProblems(d.problems),
    fix: 'Mend the script of the model; docs/guides/agents.md has the format.',
  },
  SCRIPT_EXHAUSTED: {
    status: 502,
    retry: false,
    says: (d: { model: string; turn: number; last: string }) =>
      `The script of the model "${d.model}" has no reply for turn ${String(d.turn)}, after "${d.last}".`,
    fix: 'Add a reply for it, or one with `when: {last: "*"}`, which is always good.',
  },
  RUN_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { id: string }) => `There is no run "${d.id}".`,
    fix: 'Check the id; `patchbay runs list` shows those there are.',
  },
  RUN_FAILED: {
    status: 502,
    retry: false,
    says: (d: { id: string; reason: string }) => `The run "${d.id}" ended without an answer: ${d.reason}`,
    fix: 'Look at what happened in it, at `/api/runs/{id}/steps`, and ask again.',
  },
  AGENT_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { agent: string; available: readonly string[] }) =>
      `There is no agent "${d.agent}". ${d.available.length > 0 ? `There are: ${d.available.join(', ')}.` : 'There is none at all.'}`,
    fix: 'Name one of those, or add it: `patchbay agents add`.',
  },
  AGENT_NEEDED: {
    status: 400,
    retry: false,
    says: (d: { available: readonly string[] }) =>
      d.available.length > 0
        ? `Say which agent: ${d.available.join(', ')}.`
        : 'There is no agent yet. A line `/call server.tool {…}` needs none.',
    fix: 'Name it in `agent`, or add one: `patchbay agents add`.',
  },
  CONVERSATION_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { id: string }) => `There is no conversation "${d.id}" of yours with an answer to go on from.`,
    fix: 'Leave `conversationId` out to begin a new one.',
  },
  ALERT_TYPE_UNKNOWN: {
    status: 400,
    retry: false,
    says: (d: { type: string; known: readonly string[] }) =>
      `No agent looks at alerts of the type "${d.type}". ${d.known.length > 0 ? `Known are: ${d.known.join(', ')}.` : 'No type is configured.'}`,
    fix: 'Add it under `alerts` in the configuration file; the type `*` takes all others.',
  },
  RUN_TIMED_OUT: {
    status: 504,
    retry: false,
    says: (d: { afterMs: number }) => `The run did not end within ${String(d.afterMs)} ms.`,
    fix: 'Raise `limits.maxMs` of its agent, or ask for less at once.',
  },
  RUN_INCONCLUSIVE: {
    status: 502,
    retry: false,
    says: (d: { limit: string }) => `The model gave no answer when its ${d.limit} were used up.`,
    fix: 'Raise the limit of its agent, or give it clearer instructions.',
  },
  RUN_STUCK: {
    status: 500,
    retry: false,
    says: (d: { turn: number; times: number }) =>
      `Turn ${String(d.turn)} was begun ${String(d.times)} times and never ended.`,
    fix: 'Whoever worked on it ended every time; the log of the hub says why.',
  },
} as const satisfies ErrorRows;
