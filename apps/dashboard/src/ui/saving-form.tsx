import type { FormEvent, ReactNode } from 'react';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';
import { Failed } from './states.tsx';

interface SavingFormProps {
  readonly saving: { readonly mutate: () => void; readonly isPending: boolean; readonly error: Error | null };
  readonly onCancel: () => void;
  /** On the button. */
  readonly label?: string;
  readonly isIncomplete?: boolean;
  readonly children: ReactNode;
}

/** Fields that are saved together, or not at all; what the hub has against them stands beside the button. */
export function SavingForm({
  saving,
  onCancel,
  label = common.save,
  isIncomplete = false,
  children,
}: SavingFormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {children}
      {saving.error !== null && <Failed error={saving.error} />}
      <div className="flex gap-2">
        <Button kind="primary" type="submit" disabled={saving.isPending || isIncomplete}>
          {label}
        </Button>
        <Button onClick={onCancel}>{common.cancel}</Button>
      </div>
    </form>
  );
}
