import { fail, type PinsView, type PinView, type ToolDefinition } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import { canonicalJson } from '../canonical.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ToolDigest } from '../catalog/tool-digest.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { KnownServers } from '../servers/known-servers.ts';
import type { Server } from '../servers/server.ts';
import { showHidden } from './hidden-text.ts';
import { diffLines, type DiffLine } from './line-diff.ts';
import { pinModeOf, type Pin, type PinStore } from './pin.ts';
import type { Pins } from './pins.ts';
import { createNameFlags, flagsOf, type NamedTool, type ToolFlag } from './tool-flags.ts';

export interface ReviewToolsDeps {
  readonly known: Pick<KnownServers, 'find' | 'list'>;
  readonly catalog: Pick<Catalog, 'toolsOf'>;
  readonly pins: Pins;
  readonly store: Pick<PinStore, 'definitionOf'>;
  readonly toolDigest: ToolDigest;
  readonly events: Pick<EventBus, 'publish'>;
}

/** A tool, and the definition that its reviewer saw, if they say so. */
export interface Reviewed {
  readonly name: string;
  readonly digest?: string | undefined;
}

type NameFlags = (tool: NamedTool) => readonly ToolFlag[];

/** How the tools of a server stand to what was accepted of them, and accepting them. */
export function createReviewTools(deps: ReviewToolsDeps) {
  const { known, catalog, pins, events } = deps;

  async function review(nameOrId: string): Promise<PinsView> {
    const server = await known.find(nameOrId);
    const nameFlags = createNameFlags(toolsOf(await known.list()));
    const definitions = definitionsOf(server);
    const here = new Set(definitions.map(({ name }) => name));
    const gone = [...pins.of(server.name).values()].filter(({ tool }) => !here.has(tool));
    return {
      serverId: server.name,
      pin: pinModeOf(server.settings),
      review: server.settings.review,
      tools: [
        ...(await Promise.all(
          definitions.map((definition) => toView(deps, { server, definition, nameFlags })),
        )),
        ...gone.map(toGone),
      ],
    };
  }

  function definitionsOf(server: Server): readonly ToolDefinition[] {
    return [...catalog.toolsOf(server).values()].map(({ definition }) => definition);
  }

  /** All that are not accepted, or those that are named. One that is not what the reviewer saw is refused. */
  async function accept(
    nameOrId: string,
    named: readonly Reviewed[] | undefined,
    by: Principal,
  ): Promise<PinsView> {
    const server = await known.find(nameOrId);
    const definitions = definitionsOf(server);
    const wanted = named
      ? named.map((one) => choose(deps, { server, definitions, ...one }))
      : definitions.filter((definition) => isOpen(pins, server, definition));
    await pins.accept(server, wanted, by.id);
    for (const { name } of wanted)
      events.publish('tool.accepted', { serverId: server.name, toolName: name, by: by.id });
    return review(server.name);
  }

  return { review, accept };
}

function toolsOf(servers: Awaited<ReturnType<KnownServers['list']>>): readonly NamedTool[] {
  return servers.flatMap(
    ({ server, record }) => record.offer?.tools.map(({ name }) => ({ server: server.name, name })) ?? [],
  );
}

function isOpen(pins: Pins, server: Server, definition: ToolDefinition): boolean {
  const state = pins.stateOf(server, definition);
  return state === 'new' || state === 'changed';
}

interface Chosen extends Reviewed {
  readonly server: Server;
  readonly definitions: readonly ToolDefinition[];
}

function choose(
  { toolDigest }: ReviewToolsDeps,
  { server, definitions, name, digest }: Chosen,
): ToolDefinition {
  const found = definitions.find((definition) => definition.name === name);
  const serverId = server.name;
  if (!found)
    throw fail('TOOL_NOT_FOUND', { serverId, tool: name, available: definitions.map((one) => one.name) });
  if (digest !== undefined && digest !== toolDigest(found))
    throw fail('DEFINITION_CHANGED', { serverId, tool: name });
  return found;
}

interface Looked {
  readonly server: Server;
  readonly definition: ToolDefinition;
  readonly nameFlags: NameFlags;
}

async function toView(deps: ReviewToolsDeps, { server, definition, nameFlags }: Looked): Promise<PinView> {
  const { pins, store, toolDigest } = deps;
  const { name } = definition;
  const state = pins.stateOf(server, definition);
  const isOther = state === 'changed' || state === 'new';
  const before = state === 'changed' ? await store.definitionOf(server.name, name) : undefined;
  return {
    name,
    state,
    isHeld: pins.isHeld(server, definition),
    digest: state === 'unreadable' ? null : toolDigest(definition),
    ...acceptedOf(pins.of(server.name).get(name)),
    flags: [...nameFlags({ server: server.name, name }), ...flagsOf(definition)],
    definition: isOther ? definition : null,
    diff: isOther ? [...diffOf(before, definition)] : null,
  };
}

function toGone(pin: Pin): PinView {
  const { tool: name } = pin;
  const nothing = { digest: null, flags: [], definition: null, diff: null };
  return { name, state: 'gone', isHeld: false, ...acceptedOf(pin), ...nothing };
}

function acceptedOf(pin: Pin | undefined) {
  const accepted = pin?.accepted ?? null;
  return {
    acceptedDigest: accepted?.digest ?? null,
    acceptedAt: accepted?.at.toISOString() ?? null,
    acceptedBy: accepted?.by ?? null,
  };
}

function diffOf(before: ToolDefinition | undefined, after: ToolDefinition): readonly DiffLine[] {
  if (before) return diffLines(pretty(before), pretty(after));
  return pretty(after)
    .split('\n')
    .map((text) => ({ kind: 'added', text }));
}

/** For reading: the same order of fields whatever the server chose, and nothing that does not show. */
function pretty(definition: ToolDefinition): string {
  return showHidden(JSON.stringify(JSON.parse(canonicalJson(definition)), null, 2));
}
