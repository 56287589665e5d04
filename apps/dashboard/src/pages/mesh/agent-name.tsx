import type { MeshNode } from '@patchbay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/access.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { common } from '../../texts/common.ts';
import { meshAgent as words } from '../../texts/mesh.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toasts } from '../../ui/toasts.tsx';

/** What an admin decides about all agents of a name. */
export function AgentName({ agent }: { readonly agent: MeshNode }) {
  const { name, server, entity_id: owner } = agent;
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (what: 'approve' | 'release') =>
      what === 'approve'
        ? hub.approveMeshName({ params: { name } })
        : hub.releaseMeshName({ params: { name } }),
    onSuccess: (_, what) => toasts.say(what === 'approve' ? words.approved(name) : words.released(name)),
    onError: (error) => toasts.say(error.message, { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mesh'] }),
  });
  if (!may('admin')) return null;
  const release = (): void => {
    setAsking(false);
    change.mutate('release');
  };
  return (
    <div className="border-t border-line px-4 py-3">
      <p className="mb-2 text-sm text-muted">{server === null ? words.approveHint : words.releaseHint}</p>
      <div className="flex flex-wrap gap-2">
        {server === null && (
          <Button kind="primary" disabled={change.isPending} onClick={() => change.mutate('approve')}>
            {words.approve}
          </Button>
        )}
        {(server !== null || owner !== undefined) && (
          <Button kind="danger" disabled={change.isPending} onClick={() => setAsking(true)}>
            {words.release}
          </Button>
        )}
      </div>
      {isAsking && (
        <Dialog title={words.release} onClose={() => setAsking(false)}>
          <p className="mb-4 foreign">{words.releaseAsk(name)}</p>
          <div className="flex flex-wrap gap-2">
            <Button kind="danger" onClick={release}>
              {words.release}
            </Button>
            <Button onClick={() => setAsking(false)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
