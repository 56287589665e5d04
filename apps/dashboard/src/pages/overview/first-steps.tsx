import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { overview } from '../../texts/overview.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { CopyButton } from '../../ui/text.tsx';

const words = overview.start;

/** For a hub that has no server yet. */
export function FirstSteps() {
  const address = `${location.origin}/mcp`;
  return (
    <Panel title={words.title}>
      <ol className="grid gap-6 p-4 md:grid-cols-3">
        <Step number={1} title={words.add} about={words.addAbout}>
          <Link to="/servers" search={{ add: '1' }} className={buttonClass('primary')}>
            {words.add}
          </Link>
        </Step>
        <Step number={2} title={words.connect} about={words.connectAbout}>
          <div className="flex w-full items-center justify-between gap-2 rounded-md border border-line bg-sunken pl-3">
            <code className="min-w-0 font-mono text-[13px] break-all">{address}</code>
            <CopyButton text={address} />
          </div>
        </Step>
        <Step number={3} title={words.rule} about={words.ruleAbout}>
          <Link to="/policies" className={buttonClass()}>
            {words.ruleLink}
          </Link>
        </Step>
      </ol>
    </Panel>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

function Step({ number, title, about, children }: StepProps) {
  return (
    <li className="flex flex-col items-start gap-2">
      <p className="flex items-center gap-2 font-semibold">
        <span
          aria-hidden
          className="grid size-6 place-items-center rounded-full bg-accent-soft text-sm text-accent"
        >
          {number}
        </span>
        {title}
      </p>
      <p className="grow text-muted">{about}</p>
      {children}
    </li>
  );
}
