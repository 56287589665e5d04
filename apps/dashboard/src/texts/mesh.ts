import type { MeshAgentStatus, MeshEdge, MeshEventType, MeshReason, MeshStage } from '@patchbay/contracts';
import { common } from './common.ts';

export const mesh = {
  title: 'Mesh',
  about: 'Agents that joined the hub, what each provides, and who gets it.',
  views: { graph: 'Graph', list: 'List', events: 'Events' },
  counts: (healthy: number, agents: number, capabilities: number): string =>
    `${String(healthy)} of ${common.counted(agents, 'agent', 'agents')} healthy, ${common.counted(capabilities, 'capability', 'capabilities')} on offer`,
  draining:
    'The mesh is drained: no new agents are taken. Those that are known go on and find each other as before.',
  undrain: 'Take agents again',
  undrained: 'New agents are taken again.',
  none: 'No agents yet',
  noneAbout:
    'An agent is a program that offers tools to others, and says what it needs of them. It finds them here.',
  steps: [
    ['Start the hub with a port for agents', 'npx patchbay up --mesh-port 8000'],
    ['Write an agent that works, with its test', 'npx patchbay mesh scaffold greeter'],
    ['Start it; it shows up here within seconds', 'cd greeter && npm install && npm start'],
  ],
  noneOthers:
    'Agents of mcp-mesh in Python, TypeScript and Java join as well: set MCP_MESH_REGISTRY_URL to that port.',
  search: 'Search agents and capabilities',
  noMatch: 'No agent matches.',
  statuses: {
    healthy: 'Healthy',
    degraded: 'Degraded',
    unhealthy: 'Not heard of',
    offline: 'Offline',
  } satisfies Record<MeshAgentStatus, string>,
  runtimes: { python: 'Python', typescript: 'TypeScript', java: 'Java' } as Readonly<Record<string, string>>,
  provides: (amount: number): string => common.counted(amount, 'tool', 'tools'),
  needs: (met: number, all: number): string =>
    `${String(met)} of ${common.counted(all, 'need', 'needs')} met`,
  calls: (calls: number, errors: number): string =>
    `${common.counted(calls, 'call', 'calls')}${errors === 0 ? '' : `, ${String(errors)} failed`}`,
  more: (amount: number): string => `and ${String(amount)} more`,
  legend: 'A line goes from the agent that needs something to the one that provides it.',
  missing: 'Nobody provides it',
  tooMany: (agents: number): string => `${agents.toLocaleString('en')} agents are too many for one picture`,
  tooManyAbout: 'Choose one in the list to see it with those around it.',
  openList: 'Open the list',
  around: (name: string): string => `Only ${name} and those around it are drawn.`,
  graph: {
    'controls.ariaLabel': 'Picture',
    'controls.zoomIn.ariaLabel': 'Bigger',
    'controls.zoomOut.ariaLabel': 'Smaller',
    'controls.fitView.ariaLabel': 'Show all',
  },
} as const;

export const meshAgent = {
  close: 'Close details',
  gone: 'This agent is not in the mesh any more.',
  facts: {
    id: 'Id',
    endpoint: 'Address',
    version: 'Version',
    type: 'Kind',
    namespace: 'Namespace',
    owner: 'Registered by',
    seen: 'Last seen',
    since: 'Known since',
    server: 'In the catalogue',
  },
  types: { mcp_agent: 'agent', api: 'web service', a2a: 'A2A' } as Readonly<Record<string, string>>,
  noOwner: 'nobody: it came without a key',
  notInCatalog: 'no',
  approve: 'Put into the catalogue',
  approveHint: 'Agents of this name become a server: with rules, masking, approvals and audit.',
  approved: (name: string): string => `${name} is in the catalogue.`,
  release: 'Release the name',
  releaseHint: 'Takes its agents out of the catalogue, and lets any key take the name.',
  releaseAsk: (name: string): string => `Take “${name}” out of the catalogue, and let any key take the name?`,
  released: (name: string): string => `The name ${name} is free.`,
  tools: 'Provides',
  noTools: 'It provides nothing.',
  capability: (name: string): string => `for the capability ${name}`,
  needs: 'Needs',
  noNeeds: 'It needs nobody.',
  traffic: 'Traffic',
  noTraffic: 'No calls were told of. Agents of other meshes do not tell.',
  calledBy: 'called by',
  callsTo: 'calls',
  direct: 'Calls from agent to agent, as the caller tells.',
} as const;

export const meshLine = {
  title: (from: string, to: string): string => `${from} → ${to}`,
  kinds: {
    tool: 'needs',
    llm: 'has as its model',
    'llm-tool': 'lets its model call',
  } satisfies Record<MeshEdge['kind'], string>,
  required: 'required',
  requiredHint: 'Without it, the function is offered to nobody.',
  nobody: 'nobody',
  why: 'Why',
  stages: 'How it was chosen',
  stage: {
    health: 'Who is healthy',
    capability_match: 'Who can do it',
    tags: 'Whose tags fit',
    version: 'Whose version fits',
    schema: 'Whose answers fit',
    tiebreaker: 'Who comes first',
  } satisfies Record<MeshStage, string> as Readonly<Record<string, string>>,
  reasons: {
    MissingTag: 'lacks a tag',
    ExtraTagDisallowed: 'has a tag that is not wanted',
    VersionConstraintFailed: 'has another version',
    SchemaIncompatible: 'answers in another shape',
    Unhealthy: 'is not healthy',
    Deregistering: 'is leaving',
    Unreachable: 'cannot be reached',
    Unavailable: 'lacks something itself',
    NamespaceMismatch: 'is in another namespace',
  } satisfies Record<MeshReason, string> as Readonly<Record<string, string>>,
  nobodyLeft: 'nobody is left',
  noNeed: 'Nothing is needed here any more; these calls were made before.',
  lastTrace: 'Trace of the last call',
} as const;

type Event = {
  readonly who: string;
  readonly what: string;
  readonly chosen: string;
  readonly reason: string;
};

const reasons: Readonly<Record<string, string>> = {
  registered: 'joined',
  recovered: 'came back',
  tools_changed: 'offers other tools now',
  endpoint_changed: 'has another address now',
};
const came = ({ who, reason }: Event): string => `${who} ${reasons[reason] ?? 'changed'}.`;

export const meshEvents = {
  none: 'Nothing has happened yet',
  noneAbout: 'Agents that come, leave, fall silent or get another provider are listed here.',
  says: {
    register: came,
    heartbeat: ({ who }) => `${who} gave a sign of life.`,
    expire: ({ who }) => `${who} was forgotten.`,
    update: came,
    unregister: ({ who }) => `${who} left.`,
    unhealthy: ({ who }) => `${who} is not heard of any more.`,
    rotate: ({ who }) => `${who} changed its identity.`,
    dependency_resolved: ({ who, what, chosen }) => `${who} gets ${what} from ${chosen}.`,
    dependency_unresolved: ({ who, what }) => `${who} has nobody for ${what}.`,
  } satisfies Record<MeshEventType, (event: Event) => string>,
} as const;
