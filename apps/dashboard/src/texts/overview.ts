export const overview = {
  title: 'Overview',
  states: { ok: 'Healthy', degraded: 'Needs attention', unhealthy: 'Not working' },
  about: (version: string, up: string): string => `Version ${version}, up ${up}`,
  tiles: {
    servers: 'Servers connected',
    tools: 'Tools on offer',
    waiting: 'Waiting for approval',
    calls: 'Calls in the last hour',
    failed: (share: string): string => `${share} failed`,
    noFailed: 'none failed',
  },
  charts: {
    calls: 'Calls per minute',
    latency: 'How long they took',
    note: 'Of this hub process, the last hour. Time that people took to decide is not counted.',
    none: 'No calls in the last hour.',
    series: { calls: 'calls', failed: 'failed', p50: 'half', p95: '95 %', p99: '99 %' },
  },
  attention: 'Needs attention',
  nothing: 'Nothing needs you.',
  unknownCall: (tool: string): string => `${tool} was on its way when the hub was killed. It may have run.`,
  dismiss: 'I have looked',
  lately: 'Lately',
  latelyNone: 'Nothing has happened yet.',
  start: {
    title: 'Three steps to the first call',
    add: 'Add a server',
    addAbout:
      'Paste the command or the address that its documentation gives, or the configuration of another client.',
    connect: 'Point your client at the hub',
    connectAbout:
      'Every MCP client takes this address, with a key as bearer token. It offers the tools of all servers.',
    rule: 'Decide what needs a person',
    ruleAbout: 'A rule allows, forbids or asks; who is asked sees the exact arguments.',
    ruleLink: 'Write a rule',
  },
} as const;
