import type { PinView, ServerDetail } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pins } from '../../data.ts';
import { serverPage as words } from '../../texts/servers.ts';
import { pinWords } from '../../texts/tools.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/page.tsx';
import { Await, Empty } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';

/** Its tools, those first that somebody should look at. */
export function ServerTools({ server: { name } }: { readonly server: ServerDetail }) {
  const query = useQuery(pins(name));
  return (
    <Panel>
      <Await of={query}>
        {({ tools }) =>
          tools.length === 0 ? (
            <Empty title={words.noTools} />
          ) : (
            <VirtualList
              items={inOrder(tools)}
              label={words.tabs.tools}
              rowHeight={44}
              keyOf={(pin) => pin.name}
              className="max-h-[60dvh]"
            >
              {(pin) => <ToolRow server={name} pin={pin} />}
            </VirtualList>
          )
        }
      </Await>
    </Panel>
  );
}

const isCalm = ({ state, isHeld }: PinView): boolean =>
  !isHeld && (state === 'accepted' || state === 'unchecked');

function inOrder(tools: readonly PinView[]): PinView[] {
  return tools.toSorted((one, other) => Number(isCalm(one)) - Number(isCalm(other)));
}

function ToolRow({ server, pin }: { readonly server: string; readonly pin: PinView }) {
  return (
    <Link
      to="/tools"
      search={{ tool: `${server}.${pin.name}` }}
      className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-2 hover:bg-sunken"
    >
      <code className="min-w-0 grow font-mono text-[13px] foreign">
        <Foreign text={pin.name} />
      </code>
      {pin.isHeld && <Badge tone="bad">{pinWords.held}</Badge>}
      {!isCalm(pin) && <Badge tone="warn">{pinWords.states[pin.state]}</Badge>}
    </Link>
  );
}
