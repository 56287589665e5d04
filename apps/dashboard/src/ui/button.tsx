import type { ButtonHTMLAttributes, ReactNode } from 'react';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

const base =
  'inline-flex min-h-9 items-center justify-center gap-1.5 rounded-md px-3 py-1 font-medium whitespace-nowrap transition-colors disabled:opacity-50';
const kinds: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-accent text-accent-ink hover:not-disabled:brightness-110',
  plain: 'border border-edge/60 bg-panel hover:not-disabled:bg-sunken',
  quiet: 'text-muted hover:not-disabled:bg-sunken hover:not-disabled:text-text',
  danger: 'border border-bad/60 bg-panel text-bad hover:not-disabled:bg-bad-soft',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  /** Shown beside the words, for those who type. */
  readonly shortcut?: string | undefined;
}

export function buttonClass(kind: ButtonKind = 'plain'): string {
  return `${base} ${kinds[kind]}`;
}

export function Button({ kind = 'plain', icon, shortcut, children, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${buttonClass(kind)} ${className}`}
      aria-keyshortcuts={shortcut}
      {...rest}
    >
      {icon}
      {children}
      {shortcut !== undefined && <Key>{shortcut}</Key>}
    </button>
  );
}

function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd
      aria-hidden
      className="hidden min-w-5 rounded border border-current/30 px-1 text-center font-mono text-xs leading-5 opacity-80 md:inline-block"
    >
      {children}
    </kbd>
  );
}
