import { showLine, type TriedServerView } from '@patchbay/contracts';
import { CircleCheck } from 'lucide-react';
import { addServer as words } from '../../texts/servers.ts';

/** What a test has found. */
export function Tried({ tried }: { readonly tried: TriedServerView }) {
  const { serverId, serverVersion, tools, era, protocolVersion } = tried;
  return (
    <div role="status" className="rounded-md border border-good/40 bg-good-soft p-3">
      <p className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden className="size-4 text-good" />
        {words.works(`${serverId}${serverVersion === null ? '' : ` ${serverVersion}`}`, tools.length)}
      </p>
      <p className="text-muted">{words.speaks(era, protocolVersion)}</p>
      {tools.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <ul
          tabIndex={0}
          aria-label={words.works(serverId, tools.length)}
          className="mt-2 max-h-40 overflow-auto"
        >
          {tools.map(({ name, description }) => (
            <li key={name} className="truncate">
              <code className="font-mono text-[13px]">{showLine(name)}</code>{' '}
              <span className="text-muted">{showLine(description ?? '')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
