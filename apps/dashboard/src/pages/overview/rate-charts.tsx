import type { CallMinuteView } from '@patchbay/contracts';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { overview } from '../../texts/overview.ts';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';

const words = overview.charts;
const height = 180;

type Line = readonly [name: string, color: string, valueOf: (minute: CallMinuteView) => number | null];

const callLines: readonly Line[] = [
  [words.series.calls, '--accent', ({ calls }) => calls],
  [words.series.failed, '--bad', ({ failed }) => failed],
];
const latencyLines: readonly Line[] = [
  [words.series.p50, '--good', ({ p50Ms }) => p50Ms],
  [words.series.p95, '--accent', ({ p95Ms }) => p95Ms],
  [words.series.p99, '--warn', ({ p99Ms }) => p99Ms],
];

export function RateCharts({ minutes }: { readonly minutes: readonly CallMinuteView[] }) {
  const isEmpty = minutes.every(({ calls }) => calls === 0);
  return (
    <Panel title={words.calls}>
      {isEmpty ? (
        <Empty title={words.none} />
      ) : (
        <div className="flex flex-col gap-2 p-3">
          <Chart label={words.calls} minutes={minutes} lines={callLines} unit="" />
          <h3 className="px-1 font-semibold">{words.latency}</h3>
          <Chart label={words.latency} minutes={minutes} lines={latencyLines} unit=" ms" />
          <p className="px-1 text-sm text-muted">{words.note}</p>
        </div>
      )}
    </Panel>
  );
}

interface ChartProps {
  readonly label: string;
  readonly minutes: readonly CallMinuteView[];
  readonly lines: readonly Line[];
  readonly unit: string;
}

function Chart({ label, minutes, lines, unit }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);
  useEffect(() => {
    const box = place.current;
    if (!box) return undefined;
    const made = new uPlot(optionsFor(box.clientWidth, lines, unit), [[]], box);
    chart.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height }));
    watch.observe(box);
    return () => {
      watch.disconnect();
      made.destroy();
    };
  }, [lines, unit]);
  useEffect(() => {
    const times = minutes.map(({ at }) => Date.parse(at) / 1_000);
    chart.current?.setData([times, ...lines.map(([, , valueOf]) => minutes.map(valueOf))]);
  }, [minutes, lines]);
  const last = minutes.at(-1);
  const said = lines.map(([name, , valueOf]) => `${name} ${String((last && valueOf(last)) ?? '–')}${unit}`);
  return (
    <div
      ref={place}
      role="img"
      aria-label={`${label}: ${said.join(', ')}`}
      className="w-full overflow-hidden"
    />
  );
}

function optionsFor(width: number, lines: readonly Line[], unit: string): uPlot.Options {
  const colors = getComputedStyle(document.documentElement);
  // A canvas knows no light-dark(); an element that has the colour says what it is now.
  const read = (name: string): string => resolved(name, colors);
  const axis = {
    stroke: read('--muted'),
    grid: { stroke: read('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    cursor: { y: false },
    legend: { live: false },
    axes: [
      axis,
      { ...axis, size: 56, values: (_, values) => values.map((value) => `${String(value)}${unit}`) },
    ],
    scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
    series: [
      {},
      ...lines.map(([name, color]) => ({
        label: name,
        stroke: read(color),
        width: 2,
        spanGaps: true,
        points: { show: unit !== '', size: 5 },
      })),
    ],
  };
}

function resolved(name: string, fallback: CSSStyleDeclaration): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color === '' ? fallback.color : color;
}
