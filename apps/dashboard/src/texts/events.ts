import type { EventName } from '@patchbay/contracts';

type Data = Readonly<Record<string, unknown>>;
const t = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
const tool = (d: Data): string => `${t(d['serverId'])}.${t(d['toolName'])}`;

const runs: Readonly<Record<string, string>> = {
  QUEUED: 'was asked for',
  RUNNING: 'is going on',
  WAITING: 'waits for somebody',
  SUCCEEDED: 'has ended well',
  FAILED: 'has failed',
  CANCELLED: 'was stopped',
};

/** What each event says to people. */
const says: Readonly<Record<EventName, (data: Data) => string>> = {
  'hub.started': (d) => `The hub started (${t(d['version'])}).`,
  'hub.stopping': () => 'The hub was stopped.',
  'key.created': (d) => `Key “${t(d['name'])}” was created.`,
  'key.revoked': (d) => `Key “${t(d['name'])}” was revoked.`,
  'server.registered': (d) => `${t(d['serverId'])} was added.`,
  'server.updated': (d) => `${t(d['serverId'])} was changed.`,
  'server.removed': (d) => `${t(d['serverId'])} was removed.`,
  'server.status-changed': (d) =>
    `${t(d['serverId'])} is ${t(d['status']).toLowerCase()}${typeof d['reason'] === 'string' ? `: ${d['reason']}` : '.'}`,
  'catalog.changed': (d) => `${t(d['serverId'])} now offers ${t(d['toolCount'])} tools.`,
  'call.outcome-unknown': (d) => `${tool(d)} may or may not have run.`,
  'approval.requested': (d) => `${tool(d)} asked for approval.`,
  'approval.ended': (d) => `An approval was ${t(d['status']).toLowerCase()}.`,
  'tool.changed': (d) =>
    `${tool(d)} is not defined as it was accepted${d['isHeld'] === true ? ', and is held back' : ''}.`,
  'tool.found': (d) => `${tool(d)} is new and waits to be accepted.`,
  'tool.accepted': (d) => `${tool(d)} was accepted.`,
  'policy.changed': (d) => `A rule about ${tool(d)} was set.`,
  'policy.removed': (d) => `A rule about ${tool(d)} was removed.`,
  'profile.changed': (d) => `Profile “${t(d['profile'])}” was changed.`,
  'profile.removed': (d) => `Profile “${t(d['profile'])}” was removed.`,
  'definition.changed': (d) =>
    `The ${t(d['kind'])} “${t(d['name'])}” was ${d['revision'] === null ? 'removed' : 'changed'}.`,
  'run.changed': (d) => `A run ${runs[t(d['status'])] ?? 'changed'}.`,
  'secrets.rotated': () => 'All secrets were sealed with a new key.',
};

/** One of a newer hub is shown by its name. */
export const events: Readonly<Record<string, (data: Data) => string>> = says;
