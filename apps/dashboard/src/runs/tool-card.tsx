import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ChevronDown,
  CircleAlert,
  CircleCheck,
  CircleStop,
  LoaderCircle,
  ShieldQuestionMark,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../app/access.ts';
import { approval } from '../data.ts';
import { ApprovalInPlace } from '../pages/approvals/in-place.tsx';
import { ResultContent } from '../pages/tools/result-view.tsx';
import { runs, story as words } from '../texts/runs.ts';
import { Code, Foreign } from '../ui/text.tsx';
import { Progress } from './progress.tsx';
import { toolOf, type Called } from './story.ts';

const looks: Readonly<
  Record<Called['status'] | 'STOPPED', { readonly icon: LucideIcon; readonly tone: string }>
> = {
  IN_PROGRESS: { icon: LoaderCircle, tone: 'text-muted animate-spin' },
  STOPPED: { icon: CircleStop, tone: 'text-muted' },
  WAITING: { icon: ShieldQuestionMark, tone: 'text-accent' },
  COMPLETED: { icon: CircleCheck, tone: 'text-good' },
  FAILED: { icon: CircleAlert, tone: 'text-bad' },
};

interface ToolCardProps {
  readonly call: Called;
  /** Looked at later: nothing is asked of anybody. */
  readonly isReplay: boolean;
  /** The run has ended: what has no answer by now gets none. */
  readonly isOver: boolean;
}

/** One call of a tool, from its arguments to its answer. */
export function ToolCard({ call, isReplay, isOver }: ToolCardProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <article aria-label={toolOf(call)} className="min-w-0 rounded-lg border border-line bg-panel">
      <Head call={call} isOver={isOver} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {isOpen && <Body call={call} isReplay={isReplay} isOver={isOver} />}
    </article>
  );
}

function Body({ call, isReplay, isOver }: ToolCardProps) {
  const { approvalId, progress, status } = call;
  const isAsked = status === 'WAITING' && !isReplay && !isOver; // the question has them, to the letter
  return (
    <div className="flex flex-col gap-3 border-t border-line p-3">
      {!isAsked && <Arguments text={call.arguments} />}
      {approvalId !== undefined && <Approval id={approvalId} isReplay={isReplay} />}
      {status === 'IN_PROGRESS' && !isOver && progress !== undefined && <Progress told={progress} />}
      {call.text !== undefined && <Result call={call} />}
    </div>
  );
}

function Approval({ id, isReplay }: { readonly id: string; readonly isReplay: boolean }) {
  if (isReplay) return <p className="text-sm text-muted">{words.asked}</p>;
  return <ApprovalInPlace id={id} />;
}

interface HeadProps extends Pick<ToolCardProps, 'call' | 'isOver'> {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Head({ call, isOver, isOpen, onToggle }: HeadProps) {
  const may = useMay();
  const { endedAt, key } = call;
  const status = isOver && endedAt === undefined ? 'STOPPED' : call.status;
  const { icon: Icon, tone } = looks[status];
  const ms = useTookMs(call);
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-3 py-1 pr-1 pl-3">
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <code className="min-w-0 grow font-mono text-[13px] font-medium break-all">
        <Foreign text={toolOf(call)} />
      </code>
      <span className="flex shrink-0 items-center gap-3 text-sm text-muted">
        <span>{words.callStatuses[status]}</span>
        {ms !== undefined && <span className="tabular-nums">{runs.took(ms)}</span>}
        {endedAt !== undefined && may('operator') && (
          <Link to="/audit" search={{ call: key }} className="underline underline-offset-2 hover:text-text">
            {words.audit}
          </Link>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={words.fold(toolOf(call))}
          onClick={onToggle}
          className="grid size-9 place-items-center rounded-md hover:bg-sunken hover:text-text"
        >
          <ChevronDown aria-hidden className={`size-4 transition-transform ${isOpen ? '' : '-rotate-90'}`} />
        </button>
      </span>
    </header>
  );
}

/** How long the tool took, without the time in which a person thought about it. */
function useTookMs({ beganAt, endedAt, approvalId = '' }: Called): number | undefined {
  const { data } = useQuery({ ...approval(approvalId), enabled: approvalId !== '' });
  const from = approvalId === '' ? beganAt : data?.decidedAt;
  return from && endedAt !== undefined ? Date.parse(endedAt) - Date.parse(from) : undefined;
}

function Arguments({ text }: { readonly text: string }) {
  const isEmpty = /^\s*(?:\{\s*\})?\s*$/.test(text);
  if (isEmpty) return <p className="text-sm text-muted">{words.noArguments}</p>;
  return <Code label={words.arguments} text={text} className="max-h-48" />;
}

function Result({ call: { text = '', content, status } }: { readonly call: Called }) {
  const shown = content ?? [{ type: 'text', text }];
  return (
    <div className="flex flex-col gap-2" data-testid="call-result">
      <p className="text-sm font-medium text-muted">{words.result}</p>
      <ResultContent result={{ content: shown, isError: status === 'FAILED' }} />
    </div>
  );
}
