import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { useMay } from '../../app/access.ts';
import { health, servers, unknownCalls } from '../../data.ts';
import { overview as words } from '../../texts/overview.ts';
import { Dot } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { Foreign } from '../../ui/text.tsx';

/** What is not as it should be, each with the way to it. */
export function Attention() {
  const may = useMay();
  const { data: all = [] } = useQuery(servers);
  const { data: state } = useQuery(health);
  const { data: unknown = [] } = useQuery({ ...unknownCalls, enabled: may('operator') });
  const failing = all.filter(({ status }) => status === 'FAILED');
  const names = new Set(failing.map(({ name }) => name));
  const warnings = (state?.warnings ?? []).filter(
    ({ serverId }) => serverId === undefined || !names.has(serverId),
  );
  const isCalm = failing.length + warnings.length + unknown.length === 0;
  return (
    <Panel title={words.attention}>
      {isCalm && <p className="px-4 py-3 text-muted">{words.nothing}</p>}
      <ul className="divide-y divide-line">
        {failing.map(({ name, statusReason }) => (
          <li key={name} className="flex items-baseline gap-3 px-4 py-2">
            <Dot tone="bad" />
            <p className="min-w-0 foreign">
              <Link
                to="/servers/$name"
                params={{ name }}
                className="font-medium underline underline-offset-2"
              >
                {name}
              </Link>{' '}
              <Foreign text={statusReason ?? ''} />
            </p>
          </li>
        ))}
        {unknown.map((call) => (
          <UnknownCall key={call.id} id={call.id} tool={`${call.serverId}.${call.toolName}`} />
        ))}
        {warnings.map(({ id, message }) => (
          <li key={id} className="flex items-baseline gap-3 px-4 py-2">
            <Dot tone="warn" />
            <p className="min-w-0 foreign">
              <Foreign text={message} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
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
