import { showLine } from '@patchbay/contracts';
import { BaseEdge, EdgeLabelRenderer, getBezierPath, type Edge, type EdgeProps } from '@xyflow/react';
import type { CSSProperties } from 'react';
import { mesh as words } from '../../texts/mesh.ts';
import { isOpen, subjectsOf, sumCalls, type Line } from './topology.ts';

interface LineData extends Record<string, unknown> {
  readonly line: Line;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}
export type LineBetweenEdge = Edge<LineData, 'line'>;

/** What goes from one agent to another. */
export function LineBetween(props: EdgeProps<LineBetweenEdge>) {
  const { id, data, markerEnd = '' } = props;
  const [path, x, y] = getBezierPath(props);
  if (!data) return null;
  return (
    <>
      <BaseEdge id={id} path={path} markerEnd={markerEnd} style={strokeOf(data)} />
      <EdgeLabelRenderer>
        <div
          className="nopan pointer-events-auto absolute"
          style={{ transform: `translate(-50%, -50%) translate(${String(x)}px, ${String(y)}px)` }}
        >
          <LineButton {...data} />
        </div>
      </EdgeLabelRenderer>
    </>
  );
}

function strokeOf({ line, isChosen }: LineData): CSSProperties {
  const isBad = isOpen(line) || sumCalls(line.traffic).errors > 0;
  const plain = isChosen ? 'var(--accent)' : 'var(--edge)';
  return {
    stroke: isBad ? 'var(--bad)' : plain,
    strokeWidth: isChosen ? 2.5 : 1.5,
    ...((isOpen(line) || line.needs.length === 0) && { strokeDasharray: '5 4' }),
  };
}

/** A line is chosen by its words, so that nobody needs a mouse for it. */
function LineButton({ line, label, isChosen, onChoose }: LineData) {
  const { calls, errors } = sumCalls(line.traffic);
  const [first = '', ...rest] = subjectsOf(line);
  const more = rest.length > 0 ? ` +${String(rest.length)}` : '';
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(line.id)}
      className={`block max-w-36 rounded-md border bg-panel px-1.5 py-0.5 text-left text-xs hover:border-edge ${isChosen ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
    >
      <span className="sr-only">{showLine(label)}: </span>
      <span className="block truncate font-mono">{`${showLine(first)}${more}`}</span>
      {calls > 0 && (
        <span className={`block truncate ${errors > 0 ? 'text-bad' : 'text-muted'}`}>
          {words.calls(calls, errors)}
        </span>
      )}
    </button>
  );
}
