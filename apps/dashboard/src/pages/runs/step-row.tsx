import { Link } from '@tanstack/react-router';
import {
  Bot,
  CircleAlert,
  CirclePause,
  CirclePlay,
  CircleStop,
  Flag,
  MessageSquare,
  Send,
  ShieldQuestionMark,
  TriangleAlert,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { useMay } from '../../app/access.ts';
import { runPage as words } from '../../texts/runs.ts';
import { Foreign } from '../../ui/text.tsx';
import type { Step } from './steps.ts';

const icons: Readonly<Record<Step['name'], LucideIcon>> = {
  init: CirclePlay,
  message: MessageSquare,
  tool_call_update: Wrench,
  approval_required: ShieldQuestionMark,
  warning: TriangleAlert,
  error: CircleAlert,
  done: Flag,
  model_request: Send,
  model_answer: Bot,
  suspended: CirclePause,
  resumed: CirclePlay,
  cancel: CircleStop,
};
const tones: Readonly<Partial<Record<Step['name'], string>>> = {
  approval_required: 'text-accent',
  warning: 'text-warn',
};

interface StepRowProps {
  readonly step: Step;
  readonly afterMs: number;
  readonly isChosen: boolean;
  /** It comes after the one that is looked at. */
  readonly isAhead: boolean;
  readonly onChoose: () => void;
}

export function StepRow({ step, afterMs, isChosen, isAhead, onChoose }: StepRowProps) {
  const may = useMay();
  const { name, about, isBad, callId } = step;
  const Icon = icons[name];
  const tone = isBad ? 'text-bad' : (tones[name] ?? 'text-muted');
  return (
    <div
      className={`flex items-stretch border-b border-line hover:bg-sunken ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      <button
        type="button"
        aria-current={isChosen ? 'step' : undefined}
        onClick={onChoose}
        className="flex min-h-11 min-w-0 grow items-start gap-3 py-2 pr-2 pl-4 text-left"
      >
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
        <span className="min-w-0 grow">
          <span className={isAhead ? 'text-muted' : 'font-medium'}>{step.title}</span>
          {about !== '' && (
            <span className="line-clamp-2 text-sm text-muted foreign">
              <Foreign text={about} />
            </span>
          )}
        </span>
      </button>
      <span className="flex shrink-0 flex-col items-end py-2 pr-4 text-sm text-muted tabular-nums">
        {words.afterStart(afterMs)}
        {callId !== undefined && may('operator') && (
          <Link
            to="/audit"
            search={{ call: callId }}
            className="underline underline-offset-2 hover:text-text"
          >
            {words.audit}
          </Link>
        )}
      </span>
    </div>
  );
}
