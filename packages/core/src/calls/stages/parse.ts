import type { ParseYaml } from '../../arguments/from-text.ts';
import { toArguments } from '../../arguments/to-arguments.ts';
import { withoutMeshKeys } from '../../arguments/without-mesh-keys.ts';
import type { Toolbox } from '../../catalog/toolbox.ts';
import type { Clock } from '../../clock.ts';
import type { Server } from '../../servers/server.ts';
import type { ReadyCall, Stage, TrailedCall } from '../call.ts';

export interface ParseDeps {
  readonly clock: Clock;
  readonly toolbox: Pick<Toolbox, 'resolve'>;
  readonly callMsOf: (server: Server) => number;
  readonly parseYaml: ParseYaml;
}

/** From what was written to what will run: which tool on which server, with which arguments. */
export function parse({ clock, toolbox, callMsOf, parseYaml }: ParseDeps): Stage<TrailedCall, ReadyCall> {
  return (next) => (call) => {
    const target = (call.toolbox ?? toolbox).resolve(call.name, call.server);
    call.trail.target = target;
    const args = withoutMeshKeys(toArguments(call.arguments, parseYaml), target.tool.inputSchema);
    call.trail.args = args;
    const timeoutMs = callMsOf(target.supervisor.server);
    const endsAt = clock.now().getTime() + timeoutMs;
    return next({ ...call, target, timeoutMs, endsAt, args });
  };
}
