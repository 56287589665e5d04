import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Terminal, type LucideIcon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useMay } from '../../app/access.ts';
import { tools } from '../../data.ts';
import { requiredOf } from '../../form/field-kind.ts';
import { emptyChat as words } from '../../texts/chat.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Foreign } from '../../ui/text.tsx';
import { toTool, type Tool } from '../tools/tool.ts';
import { toCallLine } from './call-suggestions.tsx';

interface EmptyChatProps {
  readonly agent: string | undefined;
  readonly onSetUp: () => void;
  readonly onText: (text: string) => void;
}

/** The one of these that is easiest to call. */
export function easiest(all: readonly Tool[]): Tool | undefined {
  const needs = ({ inputSchema }: Tool): number => requiredOf(inputSchema).size;
  return all.toSorted((a, b) => needs(a) - needs(b))[0];
}

/** Before the first question: what can be done here, or what is missing for it. */
export function EmptyChat({ agent, onSetUp, onText }: EmptyChatProps) {
  const may = useMay();
  return (
    <div className="m-auto flex w-full max-w-2xl flex-col gap-6 py-8">
      <div className="text-center">
        <h2 className="text-lg font-semibold">{agent === undefined ? words.title : words.ready(agent)}</h2>
        <p className="mx-auto mt-1 max-w-prose text-muted">
          {agent === undefined ? words.about : words.readyAbout}
        </p>
      </div>
      <div className={`grid gap-4 ${agent === undefined ? 'md:grid-cols-2' : ''}`}>
        {agent === undefined && (
          <Way icon={Bot} title={words.agent} about={words.agentAbout}>
            {may('admin') ? (
              <Button kind="primary" onClick={onSetUp}>
                {words.agent}
              </Button>
            ) : (
              <p className="text-sm text-muted">{words.notAdmin}</p>
            )}
          </Way>
        )}
        <ByHand onText={onText} />
      </div>
    </div>
  );
}

function ByHand({ onText }: { readonly onText: (text: string) => void }) {
  const { data } = useQuery(tools);
  const tool = useMemo(() => easiest((data ?? []).map(toTool)), [data]);
  if (data && !tool)
    return (
      <Way icon={Terminal} title={words.noTools} about={words.noToolsAbout}>
        <Link to="/servers" search={{ add: '1' }} className={buttonClass()}>
          {words.addServer}
        </Link>
      </Way>
    );
  return (
    <Way icon={Terminal} title={words.call} about={words.callAbout}>
      {tool && (
        <>
          <code className="block w-full truncate rounded-md border border-line bg-sunken px-2 py-1.5 font-mono text-[13px]">
            <Foreign text={toCallLine(tool)} />
          </code>
          <Button onClick={() => onText(toCallLine(tool))}>{words.callTry}</Button>
        </>
      )}
    </Way>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

function Way({ icon: Icon, title, about, children }: WayProps) {
  return (
    <section className="flex min-w-0 flex-col items-start gap-2 rounded-lg border border-line bg-panel p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden className="size-4 shrink-0 text-accent" />
        {title}
      </h3>
      <p className="grow text-muted">{about}</p>
      {children}
    </section>
  );
}
