import type { HealthReport, Health } from '../health.ts';
import { json, type AgentResponse } from './http.ts';

export interface ProbesDeps {
  readonly agent: { readonly name: string; readonly id: string };
  readonly health: Health;
  readonly now: () => Date;
  /** Listening, and not on its way out. */
  readonly isUp: () => boolean;
}

/** What those ask who run the agent: is it well, can it be asked, is it there, has it come up. */
export function createProbes({ agent, health, now, isUp }: ProbesDeps) {
  const about = () => ({ agent: agent.name, agent_id: agent.id, timestamp: now().toISOString() });
  const told = ({ status, checks, errors }: HealthReport) => ({ status, checks, errors });
  const probes: Readonly<Record<string, () => Promise<AgentResponse> | AgentResponse>> = {
    async '/health'() {
      const report = await health.report();
      return json(report.status === 'healthy' ? 200 : 503, { ...told(report), ...about() });
    },
    '/ready': () => json(isUp() ? 200 : 503, { ready: isUp(), ...about() }),
    '/livez': () => json(200, { alive: true, ...about() }),
    async '/startupz'() {
      const { passed, errors } = await health.startup();
      return json(passed ? 200 : 503, { started: passed, ...(!passed && { errors }), ...about() });
    },
  };
  return (path: string): Promise<AgentResponse> | AgentResponse | undefined =>
    Object.hasOwn(probes, path) ? probes[path]?.() : undefined;
}
