import type { PolicyVerdict } from '@patchbay/contracts';
import {
  toPolicyView,
  warnOfPolicy,
  type ChangePolicies,
  type Clock,
  type KnownServers,
  type PolicyId,
  type Principal,
  type Rules,
  type TestedCall,
} from '@patchbay/core';
import type { Handlers } from '../handler.ts';

export interface PolicyHandlerDeps {
  readonly rules: () => Rules;
  readonly changes: ChangePolicies;
  readonly testPolicies: (call: TestedCall, asking: Principal) => Promise<PolicyVerdict>;
  readonly known: Pick<KnownServers, 'lookUp' | 'list'>;
  readonly clock: Clock;
}

type PolicyRoute = 'listPolicies' | 'putPolicy' | 'deletePlainPolicy' | 'deletePolicy' | 'testPolicies';

export function policyHandlers(deps: PolicyHandlerDeps): Handlers<PolicyRoute> {
  const { rules, changes, testPolicies, known, clock } = deps;
  /** A rule is about a name; whoever has only the id of a server means its name. */
  const nameOf = async (nameOrId: string): Promise<string> =>
    (await known.lookUp(nameOrId))?.name ?? nameOrId;
  return {
    listPolicies: () => ({ body: rules().policies.map((policy) => toPolicyView(policy, clock.now())) }),

    async putPolicy({ body, principal }) {
      const policy = await changes.setPolicy({ ...body, serverId: await nameOf(body.serverId) }, principal);
      const warning = warnOfPolicy(policy, await known.list());
      return { body: { ...toPolicyView(policy, clock.now()), ...(warning !== undefined && { warning }) } };
    },

    async deletePlainPolicy({ query: { serverId, toolName }, principal }) {
      await changes.removePlainPolicy(await nameOf(serverId), toolName, principal);
      return { body: undefined };
    },

    async deletePolicy({ params, principal }) {
      await changes.removePolicy(params.id as PolicyId, principal);
      return { body: undefined };
    },

    testPolicies: async ({ body, principal }) => ({
      body: await testPolicies({ ...body, arguments: body.arguments as TestedCall['arguments'] }, principal),
    }),
  };
}
