import type { AgentView, ModelView } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { agents, models } from '../../data.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { manage as words, setUp } from '../../texts/chat.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Await } from '../../ui/states.tsx';
import { toasts } from '../../ui/toasts.tsx';

interface ManageProps {
  readonly onClose: () => void;
  /** A new one, if none is given. */
  readonly onEdit: (agent?: AgentView) => void;
}

/** The agents and models there are. What stands in the file is changed there. */
export function Manage({ onClose, onEdit }: ManageProps) {
  return (
    <Dialog title={words.title} onClose={onClose} wide>
      <div className="flex flex-col gap-6">
        <AgentList onEdit={onEdit} />
        <ModelList />
        <Button
          kind="primary"
          className="self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onEdit()}
        >
          {setUp.title}
        </Button>
      </div>
    </Dialog>
  );
}

function AgentList({ onEdit }: Pick<ManageProps, 'onEdit'>) {
  const query = useQuery(agents);
  const remove = useRemoval('agents', (name) => hub.deleteAgent({ params: { name } }));
  return (
    <Entries title={words.agents}>
      <Await of={query}>
        {(all) => (
          <>
            {all.length === 0 && <li className="px-3 py-2 text-muted">{words.none}</li>}
            {all.map((agent) => (
              <Entry key={agent.name} entry={agent} about={agentAbout(agent)} onRemove={remove}>
                <Button
                  kind="quiet"
                  aria-label={words.edit(agent.name)}
                  icon={<Pencil aria-hidden className="size-4" />}
                  onClick={() => onEdit(agent)}
                />
              </Entry>
            ))}
          </>
        )}
      </Await>
    </Entries>
  );
}

function agentAbout({ model, approval, servers }: AgentView): string {
  const names = servers?.map(({ name }) => name).join(', ');
  return [model, names ?? words.allServers, setUp.approvals[approval]].join(' · ');
}

function ModelList() {
  const query = useQuery(models);
  const remove = useRemoval('models', (name) => hub.deleteModel({ params: { name } }));
  return (
    <Entries title={words.models}>
      <Await of={query}>
        {(all) => (
          <>
            {all.length === 0 && <li className="px-3 py-2 text-muted">{words.none}</li>}
            {all.map((model) => (
              <Entry key={model.name} entry={model} about={modelAbout(model)} onRemove={remove}>
                <TestButton name={model.name} />
              </Entry>
            ))}
          </>
        )}
      </Await>
    </Entries>
  );
}

function modelAbout({ provider, model, baseUrl }: ModelView): string {
  return [provider, model, baseUrl].filter((part) => part !== null).join(' · ');
}

function TestButton({ name }: { readonly name: string }) {
  const test = useMutation({
    mutationFn: () => hub.testModel({ params: { name } }),
    onSuccess: ({ ok, error, latencyMs }) =>
      ok
        ? toasts.say(words.answers(name, Math.round(latencyMs)))
        : toasts.say(words.fails(name, error ?? ''), { tone: 'bad' }),
    onError: (error) => void toasts.say(error.message, { tone: 'bad' }),
  });
  return (
    <Button kind="quiet" disabled={test.isPending} onClick={() => test.mutate()}>
      {test.isPending ? words.testing : words.test}
    </Button>
  );
}

function useRemoval(key: string, work: (name: string) => Promise<unknown>): (name: string) => void {
  const removal = useMutation({
    mutationFn: work,
    onSuccess: (_, name) => void toasts.say(words.removed(name)),
    onError: (error) => void toasts.say(error.message, { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [key] }),
  });
  return (name) => removal.mutate(name);
}

function Entries({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">{children}</ul>
    </section>
  );
}

interface EntryProps {
  readonly entry: Pick<AgentView, 'name' | 'source'>;
  readonly about: string;
  readonly onRemove: (name: string) => void;
  readonly children: ReactNode;
}

function Entry({ entry: { name, source }, about, onRemove, children }: EntryProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-1.5 pl-3">
      <div className="min-w-0 grow basis-48">
        <p className="font-medium foreign">{name}</p>
        <p className="text-sm text-muted foreign">{about}</p>
      </div>
      <div className="flex shrink-0 items-center gap-1">
        {source === 'config' && <Badge>{words.fromFile}</Badge>}
        {children}
        {source === 'api' && (
          <Button
            kind="quiet"
            aria-label={words.remove(name)}
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => onRemove(name)}
          />
        )}
      </div>
    </li>
  );
}
