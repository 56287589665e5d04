import type { CallMinuteView } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { bad, formatTable, type Column } from '../output.ts';

export const command = defineCommand({
  examples: ['patchbay calls rates', 'patchbay calls rates --json'],
  input: z.object({}),

  async run({ hub, out, err, json, columns }) {
    const minutes = await hub().callRates();
    if (json) return (out(JSON.stringify(minutes)), 0);
    const busy = minutes.filter(({ calls }) => calls > 0);
    if (busy.length === 0) return (err('There was no call in the last hour.'), 0);
    out(formatTable(busy, tableColumns, columns));
    return 0;
  },
});

const ms = (value: number | null): string => (value === null ? '' : `${String(Math.round(value))} ms`);

const tableColumns: Column<CallMinuteView>[] = [
  { title: 'minute', value: ({ at }) => at.slice(11, 16) },
  { title: 'calls', value: ({ calls }) => String(calls) },
  {
    title: 'failed',
    value: ({ failed }) => String(failed),
    paint: (text, { failed }) => (failed > 0 ? bad(text) : text),
  },
  { title: 'half', value: ({ p50Ms }) => ms(p50Ms) },
  { title: '95 %', value: ({ p95Ms }) => ms(p95Ms) },
  { title: '99 %', value: ({ p99Ms }) => ms(p99Ms) },
];
