import { useEffect } from 'react';

/** What each key does; `g s` is one after the other. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const togetherMs = 1_000;

/** Keys mean something only where nobody is writing, and not together with those of the browser. */
function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || isTyping(event) || isBehindDialog(event)) return;
      const before = first && event.timeStamp - first.at < togetherMs ? `${first.key} ` : '';
      const run = shortcuts[`${before}${event.key}`] ?? shortcuts[event.key];
      first = { key: event.key, at: event.timeStamp };
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [shortcuts]);
}

/** A dialog has the page behind it out of reach, also for keys. */
function isBehindDialog({ target }: KeyboardEvent): boolean {
  const open = document.querySelector('dialog[open]');
  return open !== null && !(target instanceof Node && open.contains(target));
}

export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-search]')?.focus();
}
