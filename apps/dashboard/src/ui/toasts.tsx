import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly action?: { readonly words: string; readonly run: () => void } | undefined;
}

/** What is said in passing. A class because it tells those who show it. */
class Toasts {
  #all: readonly Toast[] = [];
  #next = 1;
  readonly #listeners = new Set<() => void>();

  readonly list = (): readonly Toast[] => this.#all;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  say(
    text: string,
    more: Partial<Pick<Toast, 'tone' | 'action'>> & { readonly lastsMs?: number } = {},
  ): number {
    const { tone = 'plain', action, lastsMs = 6_000 } = more;
    const id = this.#next++;
    this.#put([...this.#all.slice(-3), { id, text, tone, action }]);
    setTimeout(() => this.dismiss(id), lastsMs);
    return id;
  }

  dismiss(id: number): void {
    this.#put(this.#all.filter((toast) => toast.id !== id));
  }

  #put(all: readonly Toast[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

export const toasts = new Toasts();

export function ToastList() {
  const all = useSyncExternalStore(toasts.subscribe, toasts.list);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-center gap-2 p-4 md:items-end"
    >
      {all.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast: { id, text, tone, action } }: { readonly toast: Toast }) {
  const edge = tone === 'bad' ? 'border-bad/60' : 'border-edge/60';
  return (
    <div
      className={`pointer-events-auto flex max-w-md items-center gap-3 rounded-lg border bg-panel py-2 pr-2 pl-4 shadow-lg ${edge}`}
    >
      <p className="foreign">{text}</p>
      {action && (
        <Button
          onClick={() => {
            toasts.dismiss(id);
            action.run();
          }}
        >
          {action.words}
        </Button>
      )}
      <button
        type="button"
        aria-label={common.close}
        onClick={() => toasts.dismiss(id)}
        className="grid size-8 place-items-center rounded text-muted hover:bg-sunken"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
