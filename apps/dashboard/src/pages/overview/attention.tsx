import type { ApprovalView, ServerView } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { useMay } from '../../app/access.ts';
import { approvals, health, servers, unknownCalls } from '../../data.ts';
import { overview as words } from '../../texts/overview.ts';
import { Dot, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';

/** Of each kind. A thousand servers that fail are one thing to look at. */
const shown = 5;

/** Who waits and what is not as it should be, each with the way to it. */
export function Attention() {
  const may = useMay();
  const { data: all = [] } = useQuery(servers);
  const { data: state } = useQuery(health);
  const { data: waiting = [] } = useQuery(approvals('PENDING'));
  const { data: unknown = [] } = useQuery({ ...unknownCalls, enabled: may('operator') });
  const failing = all.filter(({ status }) => status === 'FAILED');
  const names = new Set(failing.map(({ name }) => name));
  const warnings = (state?.warnings ?? []).filter(
    ({ serverId }) => serverId === undefined || !names.has(serverId),
  );
  const isCalm = waiting.length + failing.length + warnings.length + unknown.length === 0;
  return (
    <Panel title={words.attention}>
      {isCalm && <p className="px-4 py-3 text-muted">{words.nothing}</p>}
      <ul className="divide-y divide-line">
        {waiting.slice(0, shown).map((approval) => (
          <Waiting key={approval.id} approval={approval} />
        ))}
        {waiting.length > shown && <More to="/approvals" amount={waiting.length - shown} />}
        {failing.slice(0, shown).map((server) => (
          <Failing key={server.name} server={server} />
        ))}
        {failing.length > shown && (
          <More to="/servers" search={{ status: 'FAILED' }} amount={failing.length - shown} />
        )}
        {unknown.map((call) => (
          <UnknownCall key={call.id} id={call.id} tool={`${call.serverId}.${call.toolName}`} />
        ))}
        {warnings.map(({ id, message }) => (
          <Row key={id} tone="warn">
            <Foreign text={message} />
          </Row>
        ))}
      </ul>
    </Panel>
  );
}

const link = 'font-medium underline underline-offset-2';

function Row({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-3 px-4 py-2">
      <Dot tone={tone} />
      <p className="min-w-0 foreign">{children}</p>
    </li>
  );
}

function Waiting({ approval }: { readonly approval: ApprovalView }) {
  const { id, serverId, toolName, principal, expiresAt } = approval;
  return (
    <Row tone="accent">
      <Link to="/approvals" search={{ id }} className={link}>
        <Foreign text={`${serverId}.${toolName}`} />
      </Link>{' '}
      <Foreign text={words.waits(principal.name)} /> <Ago at={expiresAt} />
    </Row>
  );
}

function Failing({ server: { name, statusReason } }: { readonly server: ServerView }) {
  return (
    <Row tone="bad">
      <Link to="/servers/$name" params={{ name }} className={link}>
        {name}
      </Link>{' '}
      <Foreign text={statusReason ?? ''} />
    </Row>
  );
}

interface MoreProps {
  readonly to: '/approvals' | '/servers';
  readonly search?: { readonly status?: string };
  readonly amount: number;
}

function More({ to, search = {}, amount }: MoreProps) {
  return (
    <Row tone="none">
      <Link to={to} search={search} className={link}>
        {words.more(amount)}
      </Link>
    </Row>
  );
}

function UnknownCall({ id, tool }: { readonly id: string; readonly tool: string }) {
  const dismiss = useMutation({
    mutationFn: () => hub.dismissUnknownCall({ params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['unknown-calls'] }),
  });
  return (
    <li className="flex items-baseline gap-3 px-4 py-2">
      <Dot tone="bad" />
      <p className="min-w-0 grow foreign">
        <Foreign text={words.unknownCall(tool)} />
      </p>
      <Button disabled={dismiss.isPending} onClick={() => dismiss.mutate()}>
        {words.dismiss}
      </Button>
    </li>
  );
}
