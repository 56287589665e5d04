import type { PolicyKind, PolicyView } from '@patchbay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useMay } from '../../app/access.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { common } from '../../texts/common.ts';
import { policies as words } from '../../texts/policies.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';
import { toasts } from '../../ui/toasts.tsx';

const tones: Readonly<Record<PolicyKind, Tone>> = {
  ALWAYS_ALLOW: 'good',
  ALWAYS_DENY: 'bad',
  ASK_USER: 'accent',
};

export function RuleList({ rules }: { readonly rules: readonly PolicyView[] }) {
  return (
    <ol className="divide-y divide-line">
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} />
      ))}
    </ol>
  );
}

function RuleRow({ rule }: { readonly rule: PolicyView }) {
  const may = useMay();
  const { source, isExpired, expiresAt, note } = rule;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <Badge tone={tones[rule.policy]}>{words.kinds[rule.policy]}</Badge>
      <div className="min-w-0 grow">
        <RuleMatter rule={rule} />
        {note !== null && (
          <p className="foreign text-sm text-muted">
            <Foreign text={note} />
          </p>
        )}
      </div>
      <div className="flex items-center gap-2 text-sm text-muted">
        {isExpired && <Badge tone="warn">{words.expired}</Badge>}
        {!isExpired && expiresAt !== null && (
          <span>
            {words.until} <Ago at={expiresAt} />
          </span>
        )}
        {source === 'config' && <Badge>{words.fromFile}</Badge>}
        {source === 'api' && may('admin') && <RemoveButton rule={rule} />}
      </div>
    </li>
  );
}

/** What a rule is about, in one glance. */
export function RuleMatter({ rule }: { readonly rule: PolicyView }) {
  const { serverId, toolName, arguments: args, role, principal } = rule;
  return (
    <>
      <code className="font-mono text-[13px] font-medium foreign">
        <Foreign text={`${serverId}.${toolName}`} />
      </code>{' '}
      {(role ?? principal) !== null && <span className="text-sm text-muted">{role ?? principal}</span>}
      {Object.entries(args).map(([path, pattern]) => (
        <p key={path} className="font-mono text-[13px] foreign text-muted">
          <Foreign text={`${path} = ${pattern}`} />
        </p>
      ))}
    </>
  );
}

function RemoveButton({ rule }: { readonly rule: PolicyView }) {
  const {
    id,
    serverId,
    toolName,
    arguments: args,
    role,
    principal,
    policy,
    expiresAt,
    note,
    toolDigest,
  } = rule;
  const again = async (): Promise<void> => {
    await hub.putPolicy({
      body: { serverId, toolName, arguments: args, role, principal, policy, expiresAt, note, toolDigest },
    });
    await queries.invalidateQueries({ queryKey: ['policies'] });
  };
  const remove = useMutation({
    mutationFn: () => hub.deletePolicy({ params: { id } }),
    onSuccess: () =>
      toasts.say(words.removed, { action: { words: common.undo, run: () => void again() }, lastsMs: 10_000 }),
    onError: (error) => toasts.say(error.message, { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['policies'] }),
  });
  return (
    <Button kind="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
      {words.remove}
    </Button>
  );
}
