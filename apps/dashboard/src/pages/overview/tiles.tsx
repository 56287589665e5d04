import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { approvals, rates, servers } from '../../data.ts';
import { overview } from '../../texts/overview.ts';

const words = overview.tiles;

/** The four numbers that say at a glance how it goes. */
export function Tiles() {
  const { data: all = [] } = useQuery(servers);
  const { data: waiting = [] } = useQuery(approvals('PENDING'));
  const { data: minutes = [] } = useQuery(rates);
  const connected = all.filter(({ status }) => status === 'CONNECTED').length;
  const isDown = all.some(({ status }) => status === 'FAILED');
  const offered = all.reduce((sum, { toolCount }) => sum + toolCount, 0);
  const calls = minutes.reduce((sum, minute) => sum + minute.calls, 0);
  const failed = minutes.reduce((sum, minute) => sum + minute.failed, 0);
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Tile
        to="/servers"
        name={words.servers}
        value={`${String(connected)} / ${String(all.length)}`}
        tone={isDown ? 'text-bad' : ''}
      />
      <Tile to="/tools" name={words.tools} value={offered.toLocaleString('en')} />
      <Tile
        to="/approvals"
        name={words.waiting}
        value={String(waiting.length)}
        tone={waiting.length > 0 ? 'text-accent' : ''}
      />
      <Tile
        to="/audit"
        name={words.calls}
        value={calls.toLocaleString('en')}
        note={calls === 0 ? undefined : noteOf(failed, calls)}
      />
    </ul>
  );
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

function noteOf(failed: number, calls: number): string {
  return failed === 0 ? words.noFailed : words.failed(percent.format(failed / calls));
}

interface TileProps {
  readonly to: '/servers' | '/tools' | '/approvals' | '/audit';
  readonly name: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly tone?: string;
}

function Tile({ to, name, value, note, tone = '' }: TileProps) {
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className="block h-full rounded-lg border border-line bg-panel px-4 py-3 hover:border-edge"
      >
        <span className="block text-sm text-muted">{name}</span>
        <span className={`mt-0.5 block text-2xl font-semibold tabular-nums ${tone}`}>{value}</span>
        {note !== undefined && <span className="block text-sm text-muted">{note}</span>}
      </Link>
    </li>
  );
}
