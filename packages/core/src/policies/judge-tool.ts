import type { Principal } from '../access/principal.ts';
import type { PolicyStep } from '../health/walk.ts';
import type { KnownServer } from '../servers/server-view.ts';
import type { JudgeCallDeps } from './judge-call.ts';

/** What the rules say to a tool before it is known with which arguments it is called. */
export function createJudgeTool({ rules, toolDigest, clock }: JudgeCallDeps) {
  return (principal: Principal, { server, record }: KnownServer, tool: string): PolicyStep => {
    const definition = record.offer?.tools.find(({ name }) => name === tool);
    const verdict = rules().judge({
      server: server.name,
      tool,
      annotations: definition?.annotations,
      isTrusted: server.settings.trustAnnotations,
      toolDigest: () => definition && toolDigest(definition),
      principal,
      via: 'mcp',
      args: {},
      at: clock.now(),
    });
    const about = rules().about(server.name, tool);
    return { verdict, onArguments: about.filter(({ conditions }) => conditions.length > 0).length };
  };
}
