import { fail } from '@patchbay/contracts';
import type { ToolDigest } from '../catalog/tool-digest.ts';
import type { Target, Toolbox } from '../catalog/toolbox.ts';
import type { Approval } from './approval.ts';

export interface BoundTargetDeps {
  readonly toolbox: Pick<Toolbox, 'resolve'>;
  readonly toolDigest: ToolDigest;
}

/**
 * The tool that an approval is about, as it is now. Throws when it is not what it was when the question was asked:
 * then somebody would agree to something else than they see.
 */
export function boundTarget({ toolbox, toolDigest }: BoundTargetDeps, approval: Approval): Target {
  const { id, server, tool } = approval;
  const stale = (reason: string) => fail('APPROVAL_STALE', { approvalId: id, reason });
  const target = resolve(toolbox, approval);
  if (!target) throw stale(`"${server}.${tool}" is not there any more.`);
  const current = target.supervisor.server;
  if (current.id !== approval.serverId || current.revision !== approval.serverRevision)
    throw stale(`the server "${server}" was changed since.`);
  if (toolDigest(target.tool.definition) !== approval.toolDigest)
    throw stale(`the definition of "${server}.${tool}" changed since.`);
  return target;
}

function resolve(
  toolbox: Pick<Toolbox, 'resolve'>,
  { tool, server }: Pick<Approval, 'tool' | 'server'>,
): Target | undefined {
  try {
    return toolbox.resolve(tool, server);
  } catch {
    return undefined;
  }
}
