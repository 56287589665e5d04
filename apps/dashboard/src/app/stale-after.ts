/** What is to be read again, by the noun of the news. */
const byNoun: Readonly<Record<string, readonly string[]>> = {
  hub: ['health'],
  key: ['keys'],
  server: ['servers', 'server', 'health', 'doctor', 'tools'],
  catalog: ['servers', 'server', 'tools', 'pins'],
  tool: ['tools', 'pins', 'doctor'],
  call: ['unknown-calls', 'audit'],
  approval: ['approvals', 'approval', 'audit', 'rates'],
  run: ['runs', 'run', 'run-steps'],
  definition: ['agents', 'models'],
  policy: ['policies', 'verdict', 'tools'],
  secrets: ['config'],
};

/** `server.status-changed` is news of servers. */
export function staleAfter(event: string): readonly string[] {
  const [noun = ''] = event.split('.');
  return ['events', ...(byNoun[noun] ?? [])];
}
