import type { ServerDetail } from '@patchbay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../app/access.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { servers as words } from '../../texts/servers.ts';
import { Button } from '../../ui/button.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { removals } from './removals.ts';

type Action = 'connect' | 'disconnect' | 'enable' | 'disable' | 'sync' | 'verify';

const run: Readonly<Record<Action, (name: string) => Promise<unknown>>> = {
  connect: (name) => hub.connectServer({ params: { name } }),
  disconnect: (name) => hub.disconnectServer({ params: { name } }),
  enable: (name) => hub.enableServer({ params: { name } }),
  disable: (name) => hub.disableServer({ params: { name } }),
  sync: (name) => hub.syncServer({ params: { name } }),
  verify: (name) => hub.verifyServer({ params: { name } }),
};

/** What can be done in this state; what cannot is not there. */
function actionsFor({ status }: ServerDetail): Action[] {
  if (status === 'DISABLED') return ['enable'];
  if (status === 'CONNECTED') return ['disconnect', 'sync', 'disable'];
  return [
    'connect',
    ...(status === 'CONNECTING' || status === 'FAILED' ? (['disconnect'] as const) : []),
    'disable',
  ];
}

interface ServerActionsProps {
  readonly server: ServerDetail;
  readonly onEdit: () => void;
}

export function ServerActions({ server, onEdit }: ServerActionsProps) {
  const may = useMay();
  const navigate = useNavigate();
  const { name } = server;
  const act = useMutation({
    mutationFn: (action: Action) => run[action](name),
    onSuccess: (_, action) => toasts.say(words.done[action](name)),
    onError: (error) => toasts.say(error.message, { tone: 'bad' }),
    onSettled: () =>
      Promise.all(['server', 'servers'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const remove = (): void => {
    removals.begin(name);
    void navigate({ to: '/servers' });
  };
  return (
    <>
      {may('operator') &&
        actionsFor(server).map((action, at) => (
          <Button
            key={action}
            kind={at === 0 && action === 'connect' ? 'primary' : 'plain'}
            disabled={act.isPending}
            onClick={() => act.mutate(action)}
          >
            {words.actions[action]}
          </Button>
        ))}
      {may('admin') && <Button onClick={onEdit}>{words.actions.edit}</Button>}
      {may('admin') && (
        <Button kind="danger" onClick={remove}>
          {words.actions.remove}
        </Button>
      )}
    </>
  );
}
