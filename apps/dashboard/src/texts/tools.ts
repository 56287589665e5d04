export const pinWords = {
  held: 'Held back',
  states: {
    accepted: 'Accepted',
    changed: 'Changed',
    new: 'New',
    unreadable: 'Unreadable',
    unchecked: 'Not checked',
    gone: 'Gone',
  },
} as const;

export const tools = {
  title: 'Tools',
  search: 'Search tools',
  server: 'Server',
  allServers: 'All servers',
  count: (shown: number, all: number): string =>
    shown === all
      ? `${all.toLocaleString('en')} tools`
      : `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} tools`,
  none: 'No tools yet',
  noneAbout: 'Tools come with servers. Once one is connected, its tools are here.',
  noMatch: 'No tool matches.',
  choose: 'Choose a tool to see what it takes, and to run it.',
  missing:
    'This tool is not on offer now. Its server may be down, or the tool may be held back until somebody accepts it.',
  tabs: { run: 'Run', definition: 'Definition', review: 'Review' },
  readOnly: 'says it only reads',
  destructive: 'says it may destroy',
} as const;

export const run = {
  asForm: 'Form',
  asJson: 'JSON',
  mode: 'Arguments as',
  arguments: 'Arguments',
  run: 'Run',
  running: 'Running …',
  verdicts: {
    allow: 'This call may run.',
    ask: 'Somebody will be asked before this runs.',
    deny: 'A rule forbids this call.',
  },
  result: 'Result',
  failed: 'The tool failed',
  took: (ms: number): string => `${ms.toLocaleString('en')} ms`,
  rendered: 'Rendered',
  raw: 'Raw',
  structured: 'Structured content',
  empty: 'It answered nothing.',
  picture: 'A picture from the tool',
  otherContent: 'Other content',
  resource: 'Resource',
  waits: 'This call waits for somebody to decide.',
  decide: 'Decide now',
  ended: {
    REJECTED: 'It was rejected.',
    EXPIRED: 'Nobody decided in time.',
    WITHDRAWN: 'It was taken back.',
  },
  reason: 'Reason',
} as const;

export const review = {
  accepted: (when: string): string => `It is as it was accepted ${when}.`,
  acceptedBy: (who: string | null): string =>
    who === null ? 'Taken as it came, as the first.' : `Accepted by ${who}.`,
  changed: 'It is not defined as it was accepted.',
  new: 'Nobody has looked at it yet.',
  gone: 'It was accepted once, and its server does not have it now.',
  unreadable: 'Its definition cannot be read.',
  unchecked: 'The definitions of this server are not checked.',
  heldAbout: 'It is neither shown nor called until somebody accepts it.',
  flags: 'Look twice',
  diff: 'What changed',
  accept: 'Accept as it is now',
  acceptedNow: 'It is accepted.',
} as const;
