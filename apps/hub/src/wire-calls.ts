import { createSummarise } from '@patchbay/agent';
import {
  createCallTool,
  createCatchUpCall,
  createKeepResult,
  createReadResult,
  createToolbox,
  Gates,
  Journal,
  type Catalog,
  type Connections,
  type KeepFresh,
  type Server,
} from '@patchbay/core';
import { compilePattern } from './patterns.ts';
import { wireApprovals } from './wire-approvals.ts';
import { wireAudit } from './wire-audit.ts';
import { wireLimits } from './wire-limits.ts';
import { wireMasking } from './wire-masking.ts';
import { wireReview } from './wire-review.ts';
import type { ServerSurroundings } from './wire-servers.ts';
import type { World } from './wire.ts';
import { parseYamlMapping } from './yaml-mapping.ts';

const hourMs = 3_600_000;
const maxCalls = 5_000;
const gateRules = { failuresToOpen: 5, restMs: 10_000, maxRunning: 32, maxWaiting: 64 };
const retryPauseMs = { least: 250, most: 750 };

export interface CallSurroundings extends ServerSurroundings {
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly keepFresh: KeepFresh;
  readonly listMsOf: (server: Server) => number;
}

/** Everything between somebody who calls a tool and the connection to its server. */
export function wireCalls(world: World, surroundings: CallSurroundings) {
  const { clock, log, timers, store, loaded, tracing, sharesBaggage } = world;
  const { catalog, connections, keepFresh, listMsOf, modelOf } = surroundings;
  const { keepHours, maxBytes, summaryModel } = loaded.config.results;
  const review = wireReview(world, surroundings);
  const { pins, judge, recheck } = review;
  const toolbox = createToolbox({ catalog, connections, pins, log });
  const { around, ...records } = wireAudit(world, surroundings.warnings);
  const gates = new Gates(gateRules, clock);
  const approvals = wireApprovals(world, { ...surroundings, judge }, toolbox);
  const { limits, days } = wireLimits(world);
  const masking = wireMasking(world);
  const pause = createPause(world);
  const callMsOf = ({ settings }: Server): number =>
    settings.timeouts.callMs ?? loaded.config.mcp.timeouts.callMs;
  const interactionMsOf = ({ settings }: Server): number =>
    settings.timeouts.interactionMs ?? loaded.config.mcp.timeouts.interactionMs;
  const callTool = createCallTool({
    ...approvals.deps,
    ...around,
    onCalled(record) {
      around.onCalled(record);
      approvals.approvals.concluded(record);
    },
    tracing,
    sharesBaggage,
    clock,
    log,
    toolbox,
    gates,
    limits,
    recheck,
    catchUp: createCatchUpCall({ keepFresh, toolbox, timers, listMsOf }),
    masking,
    journal: new Journal(store.intents),
    summarise: summaryModel === null ? undefined : createSummarise(() => modelOf(summaryModel)),
    parseYaml: parseYamlMapping,
    compilePattern,
    maxCalls,
    maxOutputChars: loaded.config.mcp.security.maxToolOutputLength,
    keepResult: createKeepResult({ store: store.results, clock, log, keepMs: keepHours * hourMs, maxBytes }),
    callMsOf,
    interactionMsOf,
    pause,
  });
  const readResult = createReadResult({ store: store.results, clock });
  const forOffers = { gates, masking, pause, callMsOf, interactionMsOf, readResult };
  return { review, toolbox, ...records, limits, days, callTool, approvals, ...forOffers };
}

function createPause({ timers, chance }: World) {
  const { least, most } = retryPauseMs;
  return (leastMs: number) =>
    new Promise<void>((resolve) => {
      timers.after(Math.max(leastMs, least + (most - least) * chance.fraction()), resolve);
    });
}
