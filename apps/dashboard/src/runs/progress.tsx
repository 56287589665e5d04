import { showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { story as words } from '../texts/runs.ts';

const progressSchema = z.object({
  progress: z.number().optional(),
  total: z.number().positive().optional(),
  message: z.string().optional(),
});

/** As servers tell it: how far, of how much, and a word. */
export function Progress({ told }: { readonly told: unknown }) {
  const { progress = 0, total, message = '' } = progressSchema.safeParse(told).data ?? {};
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <progress
        aria-label={words.progress}
        className="h-1.5 w-40 accent-accent"
        max={total}
        value={total && progress}
      />
      <span className="min-w-0 tabular-nums foreign">
        {[
          total === undefined ? String(progress) : `${String(progress)} / ${String(total)}`,
          showLine(message),
        ]
          .filter((part) => part !== '')
          .join('  ')}
      </span>
    </div>
  );
}
