import {
  PatchbayError,
  type CallFace,
  type JsonObject,
  type PolicyVerdict,
  type Role,
} from '@patchbay/contracts';
import type { KeyStore } from '../access/key.ts';
import type { Principal } from '../access/principal.ts';
import type { ToolDigest } from '../catalog/tool-digest.ts';
import { splitName } from '../catalog/tool-name.ts';
import type { Target, Toolbox } from '../catalog/toolbox.ts';
import type { Clock } from '../clock.ts';
import type { KeyId, PrincipalId } from '../ids.ts';
import { explainVerdict } from './explain-verdict.ts';
import { toPolicyView } from './policy-view.ts';
import type { Facts } from './rule.ts';
import type { Rules } from './rules.ts';

export interface TestPoliciesDeps {
  readonly rules: () => Rules;
  readonly toolbox: Pick<Toolbox, 'resolve'>;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly toolDigest: ToolDigest;
  /** Why a tool is held back, if it is: then no rule is asked. */
  readonly held: (target: Target) => string | undefined;
  readonly clock: Clock;
}

/** A call that nobody makes. */
export interface TestedCall {
  readonly toolName: string;
  readonly serverId?: string | null | undefined;
  readonly arguments: JsonObject;
  readonly via: CallFace;
  readonly principal: string | null;
  readonly role: Role | null;
}

/** What would be said to a call, by the judge that decides calls, and why. */
export function createTestPolicies(deps: TestPoliciesDeps) {
  const { rules, keys, clock } = deps;
  return async function testPolicies(call: TestedCall, asking: Principal): Promise<PolicyVerdict> {
    const principal = await principalOf(call, asking, keys);
    const { via, arguments: args } = call;
    const at = clock.now();
    const { held, ...tool } = lookUp(call, deps);
    const { policy, considered, wouldChange, ...explained } = explainVerdict(rules(), {
      ...tool,
      principal,
      via,
      args,
      at,
    });
    return {
      ...explained,
      ...(held !== undefined && { decision: 'deny' as const, reason: held }),
      policy: policy && held === undefined ? toPolicyView(policy, at) : null,
      serverId: tool.server,
      toolName: tool.tool,
      isKnown: tool.toolDigest() !== undefined,
      as: { principal: principal.id, roles: [...principal.roles], via },
      considered: considered.map((one) => ({ ...one, policy: toPolicyView(one.policy, at) })),
      wouldChange: [...wouldChange],
    };
  };
}

interface AboutTool extends Pick<Facts, 'server' | 'tool' | 'annotations' | 'isTrusted' | 'toolDigest'> {
  readonly held: string | undefined;
}

/** Also of a tool that there is not yet: rules are often written before their servers come. */
function lookUp({ toolName, serverId }: TestedCall, deps: TestPoliciesDeps): AboutTool {
  try {
    return describe(deps.toolbox.resolve(toolName, serverId ?? undefined), deps);
  } catch (error) {
    const isMissing =
      PatchbayError.is(error, 'TOOL_NOT_FOUND') || PatchbayError.is(error, 'TOOL_SERVER_UNKNOWN');
    if (!isMissing) throw error;
    const split = typeof serverId === 'string' ? { server: serverId, tool: toolName } : splitName(toolName);
    const { server, tool } = split ?? { server: '', tool: toolName };
    return { server, tool, ...unknownTool };
  }
}

const unknownTool = {
  annotations: undefined,
  isTrusted: false,
  toolDigest: () => undefined,
  held: undefined,
};

function describe(target: Target, { toolDigest, held }: TestPoliciesDeps): AboutTool {
  const { tool, supervisor } = target;
  return {
    server: tool.server,
    tool: tool.name,
    annotations: tool.definition.annotations,
    isTrusted: supervisor.server.settings.trustAnnotations,
    toolDigest: () => toolDigest(tool.definition),
    held: held(target),
  };
}

/** A key has the roles that it has; of a token only the one who signs it knows them. */
async function principalOf(
  { principal, role }: TestedCall,
  asking: Principal,
  keys: Pick<KeyStore, 'find'>,
): Promise<Principal> {
  if (principal === null && role === null) return asking;
  const id = (principal ?? 'somebody') as PrincipalId;
  const [, keyId] = /^key:(.+)$/.exec(id) ?? [];
  const key = keyId === undefined ? undefined : await keys.find(keyId as KeyId);
  const roles = new Set([...(key?.roles ?? []), ...(role === null ? [] : [role])]);
  return { kind: 'key', id, name: id, roles: [...roles], permissions: [], expiresAt: null };
}
