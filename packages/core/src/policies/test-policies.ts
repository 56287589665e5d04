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
export function createTestPolicies({ rules, toolbox, keys, toolDigest, clock }: TestPoliciesDeps) {
  return async function testPolicies(call: TestedCall, asking: Principal): Promise<PolicyVerdict> {
    const principal = await principalOf(call, asking, keys);
    const { via, arguments: args } = call;
    const at = clock.now();
    const tool = lookUp(call, toolbox, toolDigest);
    const { policy, considered, wouldChange, ...explained } = explainVerdict(rules(), {
      ...tool,
      principal,
      via,
      args,
      at,
    });
    return {
      ...explained,
      policy: policy ? toPolicyView(policy, at) : null,
      serverId: tool.server,
      toolName: tool.tool,
      isKnown: tool.toolDigest() !== undefined,
      as: { principal: principal.id, roles: [...principal.roles], via },
      considered: considered.map((one) => ({ ...one, policy: toPolicyView(one.policy, at) })),
      wouldChange: [...wouldChange],
    };
  };
}

type AboutTool = Pick<Facts, 'server' | 'tool' | 'annotations' | 'isTrusted' | 'toolDigest'>;

/** Also of a tool that there is not yet: rules are often written before their servers come. */
function lookUp(call: TestedCall, toolbox: Pick<Toolbox, 'resolve'>, toolDigest: ToolDigest): AboutTool {
  try {
    return describe(toolbox.resolve(call.toolName, call.serverId ?? undefined), toolDigest);
  } catch (error) {
    if (!PatchbayError.is(error, 'TOOL_NOT_FOUND') && !PatchbayError.is(error, 'TOOL_SERVER_UNKNOWN'))
      throw error;
    const { server, tool } =
      typeof call.serverId === 'string'
        ? { server: call.serverId, tool: call.toolName }
        : (splitName(call.toolName) ?? { server: '', tool: call.toolName });
    return { server, tool, annotations: undefined, isTrusted: false, toolDigest: () => undefined };
  }
}

function describe({ tool, supervisor }: Target, toolDigest: ToolDigest): AboutTool {
  return {
    server: tool.server,
    tool: tool.name,
    annotations: tool.definition.annotations,
    isTrusted: supervisor.server.settings.trustAnnotations,
    toolDigest: () => toolDigest(tool.definition),
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
