import {
  createJudgeHeld,
  createRecheck,
  createReviewWarnings,
  Pins,
  type CallToolDeps,
  type Catalog,
  type Connections,
  type EventBus,
  type Server,
  type ToolDigest,
  type Warnings,
} from '@patchbay/core';
import { createSoon } from './soon.ts';
import type { World } from './wire.ts';

export interface ReviewSurroundings {
  readonly events: EventBus;
  readonly warnings: Warnings;
  readonly toolDigest: ToolDigest;
  readonly judge: CallToolDeps['judge'];
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly onServersChanged: () => void;
}

/** What is known of the definitions of tools, and what follows when one changes. */
export function wireReview(world: World, surroundings: ReviewSurroundings) {
  const { clock, timers, log, store, loaded } = world;
  const { catalog, connections, events, warnings, toolDigest } = surroundings;
  const definitionsOf = (server: Server) =>
    [...catalog.toolsOf(server).values()].map(({ definition }) => definition);
  const pins: Pins = new Pins({
    store: store.pins,
    toolDigest,
    clock,
    timers,
    log,
    isShared: loaded.config.database.includes('://'),
    onSeen: (server, toolName, state) => {
      const serverId = server.name;
      const isHeld = heldNow(server, toolName);
      if (state === 'new') events.publish('tool.found', { serverId, toolName });
      else events.publish('tool.changed', { serverId, toolName, isHeld });
      log.warn('tool.to-be-reviewed', { server: serverId, tool: toolName, state });
    },
    onChanged: () => {
      warnSoon();
      surroundings.onServersChanged();
    },
  });
  const heldNow = (server: Server, tool: string): boolean => {
    const found = catalog.toolsOf(server).get(tool);
    return found !== undefined && pins.isHeld(server, found.definition);
  };
  const offers = () =>
    connections.list().map(({ server }) => ({ server, definitions: definitionsOf(server) }));
  const warn = createReviewWarnings({ pins, warnings, offers });
  const warnSoon = createSoon(timers, warn);
  const judge = createJudgeHeld(pins, surroundings.judge);
  return {
    pins,
    judge,
    recheck: createRecheck({ catalog, toolDigest, judge }),
    learn: (server: Server): void => pins.learn(server, definitionsOf(server)),
  };
}
