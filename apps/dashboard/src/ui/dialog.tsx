import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { common } from '../texts/common.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** The browser's own: it keeps the focus in, Escape closes it, and the page behind is out of reach. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // The browser would begin with the button that closes it.
    dialog?.querySelector<HTMLElement>('[data-body] :is(input, textarea, select, button, pre)')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={`max-h-[92dvh] w-[calc(100%-1.5rem)] overflow-auto rounded-xl border border-line bg-panel p-0 shadow-2xl ${wide ? 'max-w-3xl' : 'max-w-lg'}`}
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-panel px-4 py-3">
        <h2 id={titleId} className="min-w-0 foreign text-base font-semibold">
          {title}
        </h2>
        <button
          type="button"
          aria-label={common.close}
          onClick={onClose}
          className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        >
          <X aria-hidden className="size-4" />
        </button>
      </header>
      <div data-body className="p-4">
        {children}
      </div>
    </dialog>
  );
}
