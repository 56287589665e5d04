import { PatchbayError } from '@patchbay/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';

export function Loading({ label = common.loading }: { readonly label?: string }) {
  return (
    <p role="status" className="flex items-center gap-2 p-6 text-muted">
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {label}
    </p>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children !== undefined && <p className="max-w-md text-muted">{children}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** What went wrong, and the next step, as the hub says them. */
export function Failed({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: (() => void) | undefined;
}) {
  const known = PatchbayError.is(error) ? error : undefined;
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-bad/40 bg-bad-soft p-3">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 grow">
        <p className="foreign font-medium">{known?.message ?? String(error)}</p>
        {known && known.fix !== '' && <p className="mt-0.5 foreign text-muted">{known.fix}</p>}
      </div>
      {again && (
        <Button className="shrink-0 self-start" onClick={again}>
          {common.again}
        </Button>
      )}
    </div>
  );
}

interface AwaitProps<T> {
  readonly of: UseQueryResult<T>;
  readonly children: (data: NonNullable<T>) => ReactNode;
}

/** Shows what a query has; what it had before stays while it is read again or cannot be. */
export function Await<T>({ of: query, children }: AwaitProps<T>) {
  const { data, error, isPending } = query;
  if (isPending) return <Loading />;
  return (
    <>
      {error !== null && (
        <div className="p-3">
          <Failed error={error} again={() => void query.refetch()} />
        </div>
      )}
      {data !== undefined && data !== null && children(data)}
    </>
  );
}
