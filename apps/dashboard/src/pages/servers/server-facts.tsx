import type { ServerDetail } from '@patchbay/contracts';
import type { ReactNode } from 'react';
import { common } from '../../texts/common.ts';
import { serverPage, servers } from '../../texts/servers.ts';
import { Facts, Panel } from '../../ui/page.tsx';
import { Code, Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';
import { Argv } from './reach.tsx';

const words = serverPage.facts;
type Row = readonly [string, ReactNode];

/** All that is known of one server. */
export function ServerFacts({ server }: { readonly server: ServerDetail }) {
  const { lastError } = server;
  return (
    <>
      <Panel>
        <Facts rows={[...reachOf(server), ...sessionOf(server), ...restOf(server)]} />
      </Panel>
      {lastError && (
        <Panel title={serverPage.lastError} aside={<Ago at={lastError.at} />}>
          <div className="flex flex-col gap-3 p-4">
            <p className="foreign">
              <Foreign text={lastError.reason} />
            </p>
            {lastError.lastWords !== null && <Code label={serverPage.lastWords} text={lastError.lastWords} />}
          </div>
        </Panel>
      )}
    </>
  );
}

function reachOf({ config, hasApiKey, apiKeyHint }: ServerDetail): Row[] {
  const { command, args = [], cwd, env = [], url, headers = [] } = config;
  const argv = command === undefined ? undefined : <Argv argv={[command, ...args]} />;
  const rows: Row[] = [
    [words.command, argv],
    [words.cwd, cwd],
    [words.address, url],
    [words.variables, env.join(', ')],
    [words.headers, headers.join(', ')],
    [words.credential, hasApiKey ? words.endsWith(apiKeyHint ?? '') : ''],
  ];
  return rows.filter(([, value]) => Boolean(value));
}

function sessionOf({ session, serverInfo }: ServerDetail): Row[] {
  const version = session?.protocolVersion;
  const era = session?.era;
  return [
    ...(version
      ? ([[words.protocol, `MCP ${version}${era ? ` (${servers.eras[era]})` : ''}`]] as const)
      : []),
    ...(serverInfo
      ? ([[words.says, <Foreign key="says" text={`${serverInfo.name} ${serverInfo.version}`} />]] as const)
      : []),
  ];
}

function restOf(server: ServerDetail): Row[] {
  const {
    statusSince,
    lastAnswerAt,
    lastSyncedAt,
    syncError,
    toolCount,
    resourceCount,
    promptCount,
    source,
  } = server;
  const at = (time: string | null): ReactNode => (time === null ? common.never : <Ago at={time} />);
  return [
    [words.since, <Ago key="since" at={statusSince} />],
    [words.lastAnswer, at(lastAnswerAt)],
    [words.synced, syncError === null ? at(lastSyncedAt) : <Foreign key="sync" text={syncError} />],
    [
      words.offers,
      [
        servers.tools(toolCount),
        common.counted(resourceCount, 'resource', 'resources'),
        common.counted(promptCount, 'prompt', 'prompts'),
      ].join(', '),
    ],
    [words.source, words.sources[source]],
  ];
}
