import { legs } from '../../test/conformance/legs.ts';
import { allVersions, columnNames, exceptionFor, exceptions } from '../../test/matrix/expected.ts';
import { table } from './table.ts';

/** What the tests of test/matrix and test/conformance hold the hub to, in the words of a page. */
export function compatibility(): string[] {
  const rows = allVersions.map((client) => [client, ...allVersions.map(() => cellOf(client))]);
  const notes = exceptions.map(({ why }, at) => `${String(at + 1)}. ${why}`);
  const suite = legs.map(({ revision, upstream, scenarios, misses }) => {
    const passed = scenarios - Object.keys(misses).length;
    return [revision, upstream, `${String(passed)} of ${String(scenarios)}`];
  });
  const missed = legs.flatMap(({ misses }) =>
    Object.entries(misses).map(([scenario, why]) => `- \`${scenario}\`: ${why}`),
  );
  return [
    'Every client can use every server, whatever version of MCP each of them speaks and over what; the hub translates. Each run of the tests tries all of it.',
    '## Versions',
    `Rows are versions of clients, columns versions of servers. "All" is: ${columnNames.join(', ')}. Each was tried from each transport that a version has to each: stdio with every version, HTTP with SSE with every legacy one, Streamable HTTP from 2025-03-26 on; over stdio, clients use \`patchbay stdio\`.`,
    table(['client', ...allVersions], rows),
    notes.join('\n'),
    '## Servers that ask',
    'A server may ask the client whose call it works on. Over stdio and HTTP with SSE a legacy server does not say which call that is. The hub passes such a question on only if all calls under way at this server are of one client, and none of another principal was cancelled in the last ten minutes; else the server is told why not. Streamable HTTP and modern servers have no such limit.',
    '## The conformance suite',
    '`@modelcontextprotocol/conformance` 0.2.0-alpha.12, at a profile with one server and bare names. What counts is what the suite itself says a server of that revision must pass.',
    table(['revision', 'the server behind the hub', 'scenarios passed'], suite),
    'What cannot pass with a legacy server:',
    missed.join('\n'),
  ];
}

function cellOf(client: (typeof allVersions)[number]): string {
  const without = columnNames.flatMap((column) => {
    const found = exceptionFor(column, client);
    return found ? [`${column} (${String(exceptions.indexOf(found) + 1)})`] : [];
  });
  return without.length === 0 ? 'all' : `all but ${without.join(', ')}`;
}
