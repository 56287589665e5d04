import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { mesh as words } from '../../texts/mesh.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loading } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import type { Choosing } from './graph.tsx';
import { around, type Topology } from './topology.ts';

const Graph = lazy(async () => ({ default: (await import('./graph.tsx')).Graph }));

/** Beyond it nobody would see anything, and browsers would be slow. */
const maxDrawn = 200;

interface PictureProps {
  readonly topology: Topology;
  readonly choosing: Choosing;
}

export function Picture({ topology, choosing }: PictureProps) {
  const { agents } = topology;
  const middle = agents.find(({ id }) => id === (choosing.agent ?? choosing.line?.split('>')[0]));
  const isCut = agents.length > maxDrawn;
  if (isCut && !middle) return <TooMany agents={agents.length} />;
  const shown = isCut && middle ? around(middle.id, topology) : topology;
  return (
    <Panel>
      <Suspense fallback={<Loading />}>
        <Graph topology={shown} {...choosing} />
      </Suspense>
      <p className="border-t border-line px-4 py-2 text-sm text-muted">
        {isCut && middle && (
          <>
            <Foreign text={words.around(middle.name)} />{' '}
          </>
        )}
        {words.legend}
      </p>
    </Panel>
  );
}

function TooMany({ agents }: { readonly agents: number }) {
  const open = (
    <Link to="/network" search={{ view: 'list' }} className={buttonClass('primary')}>
      {words.openList}
    </Link>
  );
  return (
    <Panel>
      <Empty title={words.tooMany(agents)} action={open}>
        {words.tooManyAbout}
      </Empty>
    </Panel>
  );
}
