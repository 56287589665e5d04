import { toShownParts } from '@patchbay/contracts';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { common } from '../texts/common.ts';

/** Text that somebody else wrote. What nobody could see in it is written out and stands out. */
export function Foreign({ text }: { readonly text: string }) {
  return toShownParts(text).map((part, at) =>
    part.isHidden ? (
      <mark key={at} title={common.hidden} className="rounded bg-bad-soft px-0.5 font-mono text-bad">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

interface CodeProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}

/** A block of text of others that can be read by keyboard too. */
export function Code({ text, label, className = 'max-h-96' }: CodeProps) {
  return (
    <pre
      // It scrolls, so whoever uses a keyboard must be able to get there.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      className={`overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-[13px] leading-5 foreign ${className}`}
    >
      <Foreign text={text} />
    </pre>
  );
}

export function CopyButton({
  text,
  label = common.copy,
}: {
  readonly text: string;
  readonly label?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    });
  };
  return (
    <button
      type="button"
      onClick={copy}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-muted hover:bg-sunken hover:text-text"
    >
      {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      {isCopied ? common.copied : label}
    </button>
  );
}
