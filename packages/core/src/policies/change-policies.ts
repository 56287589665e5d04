import { fail, type PolicyBody } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { PolicyId, PrincipalId } from '../ids.ts';
import type { PolicyBook } from './policy-book.ts';
import {
  conditionsOf,
  type Policy,
  type PolicyChange,
  type PolicyStore,
  type StoredPolicy,
} from './policy.ts';

export interface ChangePoliciesDeps {
  readonly store: PolicyStore;
  readonly book: Pick<PolicyBook, 'rules' | 'write'>;
  readonly chance: Pick<Chance, 'id'>;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
}

export type ChangePolicies = ReturnType<typeof createChangePolicies>;

/** What people change about the rules while the hub runs. It holds when the promise resolves. */
export function createChangePolicies({ store, book, chance, clock, events }: ChangePoliciesDeps) {
  async function setPolicy(body: PolicyBody, by: Principal): Promise<StoredPolicy> {
    const policy = toPolicy(body, { by: by.id, at: clock.now() }, chance.id() as PolicyId);
    if (policy.expiresAt && policy.expiresAt <= clock.now())
      throw fail('INPUT_INVALID', {
        problems: [{ path: 'expiresAt', message: 'Name a time in the future.' }],
      });
    const stored = await book.write(() => store.put(policy));
    const { id, server: serverId, tool: toolName } = stored;
    events.publish('policy.changed', { id, serverId, toolName, policy: stored.policy, by: by.id });
    return stored;
  }

  async function remove(policy: Policy | undefined, asked: string, by: Principal): Promise<void> {
    if (policy?.source === 'config') throw fail('POLICY_FROM_CONFIG', { id: policy.id });
    const isRemoved = policy && (await book.write(() => store.remove(policy.id)));
    if (!isRemoved) throw fail('POLICY_NOT_FOUND', { id: asked });
    const { id, server: serverId, tool: toolName } = policy;
    events.publish('policy.removed', { id, serverId, toolName, by: by.id });
  }

  return {
    setPolicy,

    removePolicy: (id: PolicyId, by: Principal): Promise<void> =>
      remove(
        book.rules().policies.find((policy) => policy.id === id),
        id,
        by,
      ),

    /** The rule for this tool without conditions: what is left then is the default, or what other rules say. */
    removePlainPolicy(server: string, tool: string, by: Principal): Promise<void> {
      const plain = book
        .rules()
        .policies.filter(
          (policy) => policy.server === server && policy.tool === tool && conditionsOf(policy) === '',
        );
      const own = plain.find(({ source }) => source === 'api') ?? plain[0];
      return remove(own, `${server} ${tool}`, by);
    },
  };
}

function toPolicy(body: PolicyBody, change: PolicyChange, id: PolicyId): StoredPolicy {
  return {
    id,
    server: body.serverId,
    tool: body.toolName,
    arguments: body.arguments,
    principal: body.principal as PrincipalId | null, // who it is is compared, not believed
    role: body.role,
    policy: body.policy,
    expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
    note: body.note,
    toolDigest: body.policy === 'ALWAYS_ALLOW' ? body.toolDigest : null,
    source: 'api',
    created: change,
    updated: change,
  };
}
