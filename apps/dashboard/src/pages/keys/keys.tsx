import type { KeyView } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { keys as known } from '../../data.ts';
import { hub } from '../../hub.ts';
import { me } from '../../me.ts';
import { queries } from '../../queries.ts';
import { common } from '../../texts/common.ts';
import { keys as words } from '../../texts/keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await, Failed } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { CreateKey } from './create-key.tsx';

export function Keys() {
  const query = useQuery(known);
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button kind="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} about={words.about} actions={create}>
      <Panel>
        <Await of={query}>
          {(all) => (
            <ul className="divide-y divide-line">
              {all
                .toSorted((one, other) => Number(one.revokedAt !== null) - Number(other.revokedAt !== null))
                .map((key) => (
                  <KeyRow key={key.id} of={key} />
                ))}
            </ul>
          )}
        </Await>
      </Panel>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </Page>
  );
}

function KeyRow({ of: key }: { readonly of: KeyView }) {
  const { data: self } = useQuery(me);
  const [isAsking, setAsking] = useState(false);
  const isOver = key.revokedAt !== null;
  return (
    <li className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 ${isOver ? 'text-muted' : ''}`}>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="foreign">{key.name}</span>
          {self?.id === `key:${key.id}` && <Badge tone="accent">{words.own}</Badge>}
          {isOver && <Badge tone="bad">{words.revokedAt}</Badge>}
        </p>
        <p className="text-sm text-muted">
          <code className="font-mono">{key.id}</code>, {words.ends}{' '}
          <code className="font-mono">{key.hint}</code>, {words.created} <Ago at={key.createdAt} />
          {key.expiresAt !== null && (
            <>
              , {words.until} <Ago at={key.expiresAt} />
            </>
          )}
        </p>
      </div>
      <p className="flex flex-wrap gap-1">
        {[...key.roles, ...key.permissions].map((role) => (
          <Badge key={role}>{role}</Badge>
        ))}
      </p>
      {!isOver && (
        <Button kind="danger" onClick={() => setAsking(true)}>
          {words.revoke}
        </Button>
      )}
      {isAsking && <RevokeKey of={key} onClose={() => setAsking(false)} />}
    </li>
  );
}

function RevokeKey({ of: { id, name }, onClose }: { readonly of: KeyView; readonly onClose: () => void }) {
  const revoke = useMutation({
    mutationFn: () => hub.revokeKey({ params: { id } }),
    onSuccess: async () => {
      toasts.say(words.revoked(name));
      await queries.invalidateQueries({ queryKey: ['keys'] });
      onClose();
    },
  });
  return (
    <Dialog title={words.revokeTitle(name)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{words.revokeAbout}</p>
        {revoke.error !== null && <Failed error={revoke.error} />}
        <div className="flex gap-2">
          <Button kind="danger" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
            {words.revoke}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
