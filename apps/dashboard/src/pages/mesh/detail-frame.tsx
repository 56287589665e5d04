import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { meshAgent as words } from '../../texts/mesh.ts';
import { Foreign } from '../../ui/text.tsx';

interface DetailFrameProps {
  readonly title: string;
  readonly close: () => void;
  readonly badges?: ReactNode;
  readonly children: ReactNode;
}

/** Beside the picture; on a phone in its place. */
export function DetailFrame({ title, close, badges, children }: DetailFrameProps) {
  return (
    <section
      aria-label={title}
      data-testid="details"
      className="min-w-0 rounded-lg border border-line bg-panel"
    >
      <header className="flex items-start justify-between gap-2 py-2 pr-2 pl-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-1">
          <h2 className="min-w-0 foreign font-semibold">
            <Foreign text={title} />
          </h2>
          {badges}
        </div>
        <button
          type="button"
          aria-label={words.close}
          onClick={close}
          className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        >
          <X aria-hidden className="size-4" />
        </button>
      </header>
      {children}
    </section>
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </div>
  );
}
