import type { PastedServer } from '@patchbay/client';
import { showArgument } from '@patchbay/contracts';
import { addServer as words } from '../../texts/servers.ts';

/** Everything that will be run or dialled, so that nobody saves what they have not seen. */
export function Reach({ server }: { readonly server: Omit<PastedServer, 'name'> }) {
  const { command, args = [], env = {}, url, headers = {} } = server;
  return (
    <div>
      <p className="font-medium">{command === undefined ? words.dials : words.runs}</p>
      {command === undefined ? (
        <pre className="mt-1 rounded-md border border-line bg-sunken p-3 font-mono text-[13px] foreign">
          {showArgument(url ?? '')}
        </pre>
      ) : (
        <Argv argv={[command, ...args]} />
      )}
      <Names title={words.variables} names={Object.keys(env)} />
      <Names title={words.headers} names={Object.keys(headers)} />
    </div>
  );
}

/** One argument in each line: nobody can mistake where one ends. */
export function Argv({ argv }: { readonly argv: readonly string[] }) {
  return (
    <ol className="mt-1 rounded-md border border-line bg-sunken p-3 font-mono text-[13px] leading-5">
      {argv.map((word, at) => (
        <li key={at} className={`foreign ${at > 0 ? 'pl-4' : 'font-semibold'}`}>
          {showArgument(word)}
        </li>
      ))}
    </ol>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="mt-1 foreign text-muted">
      {title} <code className="font-mono text-[13px]">{names.map(showArgument).join(', ')}</code>
    </p>
  );
}
