import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** The way back to what this is one of. */
  readonly back?: ReactNode;
  readonly about?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What every page begins with. */
export function Page({ title, back, about, actions, children }: PageProps) {
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-4 md:p-6">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {back !== undefined && (
            <nav className="mb-1 text-sm text-muted [&_a]:inline-flex [&_a]:min-h-6 [&_a]:items-center [&_a]:underline [&_a]:underline-offset-2 [&_a]:hover:text-text">
              {back}
            </nav>
          )}
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {about !== undefined && <p className="mt-0.5 max-w-3xl text-pretty text-muted">{about}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface PanelProps {
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Panel({ title, aside, children, className = '' }: PanelProps) {
  return (
    <section className={`rounded-lg border border-line bg-panel ${className}`} aria-label={title}>
      {title !== undefined && (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
          <h2 className="font-semibold">{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

export function Facts({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 px-4 py-3 max-sm:gap-y-0 sm:grid-cols-[fit-content(10rem)_1fr]">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 foreign max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
