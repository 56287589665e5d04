import type { AgentView } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { useMay } from '../../app/access.ts';
import { models } from '../../data.ts';
import { chat as words } from '../../texts/chat.ts';

interface AgentChoiceProps {
  readonly agents: readonly AgentView[];
  readonly chosen: AgentView | undefined;
  readonly onChoose: (name: string) => void;
  readonly onSetUp: () => void;
  readonly onManage: () => void;
}

/** Who is asked, and which model that is. */
export function AgentChoice({ agents, chosen, onChoose, onSetUp, onManage }: AgentChoiceProps) {
  const may = useMay();
  if (agents.length === 0)
    return (
      <div className="flex min-w-0 items-center gap-2 pl-2 text-sm text-muted">
        {words.byHand}
        {may('admin') && (
          <button type="button" onClick={onSetUp} className="underline underline-offset-2 hover:text-text">
            {words.setUp}
          </button>
        )}
      </div>
    );
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <select
        aria-label={words.agent}
        className="max-w-40 min-h-9 truncate rounded-md bg-sunken px-2 font-medium"
        value={chosen?.name ?? ''}
        onChange={(event) => onChoose(event.target.value)}
      >
        {agents.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {chosen && <ModelName name={chosen.model} />}
      {may('admin') && (
        <button
          type="button"
          onClick={onManage}
          aria-label={words.manage}
          title={words.manage}
          className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        >
          <Settings2 aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

function ModelName({ name }: { readonly name: string }) {
  const { data } = useQuery(models);
  const model = data?.find((one) => one.name === name);
  if (data && !model) return <span className="text-sm text-bad">{words.modelGone(name)}</span>;
  return <span className="truncate text-sm text-muted">{words.model(name, model?.provider)}</span>;
}
