import type { Implementation, JsonObject, RpcId } from '@patchbay/contracts';
import type { Journal } from './journal.ts';
import type { Peer, Session } from './session.ts';
import { prompts, resources } from './offers.ts';
import { createSubscriptions, listKinds, type ListKind, type Subscriptions } from './subscriptions.ts';
import { defaultTools, type ToolEntry } from './tools.ts';
import { createWaits, type Waits } from './waits.ts';
import type { Message, Version } from './wire.ts';

/** What a fixture server is and offers. Plain data, so that it reaches a child process. */
export interface FixtureOptions {
  /** The one revision it speaks; 2025-11-25 unless told otherwise. */
  readonly version?: Version;
  /** Several: with 2026-07-28 and an older one among them it serves both eras. */
  readonly versions?: readonly Version[];
  readonly serverInfo?: Implementation;
  readonly instructions?: string;
  /** What it declares and answers; the rest is `-32601`. All by default. */
  readonly capabilities?: readonly ListKind[];
  /** All tools it has, in this order; `defaultTools` unless told otherwise. */
  readonly tools?: readonly ToolEntry[];
  /** Instead of those that every fixture has. */
  readonly resources?: readonly JsonObject[];
  readonly prompts?: readonly JsonObject[];
  /** Of every list. Without it each list is one page. */
  readonly pageSize?: number;
  /** Of modern lists and reads. */
  readonly ttlMs?: number;
  readonly cacheScope?: 'public' | 'private';
}

/** What one fixture is made of, and all that changes in it. */
export interface World {
  readonly options: FixtureOptions;
  readonly journal: Journal;
  readonly versions: readonly Version[];
  readonly declared: readonly ListKind[];
  readonly about: { readonly serverInfo: Implementation; readonly capabilities: JsonObject } & JsonObject;
  readonly sessions: Set<Session>;
  readonly subscriptions: Subscriptions;
  readonly waits: Waits;
  tools: readonly ToolEntry[];
  resources: readonly JsonObject[];
  prompts: readonly JsonObject[];
  /** Where clients were sent before they got an answer. */
  readonly visited: Set<string>;
  count: number;
}

export function createWorld(options: FixtureOptions, journal: Journal): World {
  const declared = options.capabilities ?? listKinds;
  const { instructions, serverInfo = { name: 'fixture', version: '1.0.0' } } = options;
  const lists = Object.fromEntries(declared.map((kind) => [kind, { listChanged: true }]));
  const capabilities = options.capabilities ? lists : { ...lists, ...beyondLists };
  return {
    options,
    journal,
    versions: options.versions ?? [options.version ?? '2025-11-25'],
    declared,
    about: { capabilities, serverInfo, ...(instructions !== undefined && { instructions }) },
    sessions: new Set(),
    subscriptions: createSubscriptions(),
    waits: createWaits(),
    tools: options.tools ?? defaultTools,
    resources: options.resources ?? resources,
    prompts: options.prompts ?? prompts,
    visited: new Set(),
    count: 0,
  };
}

const beyondLists = { resources: { listChanged: true, subscribe: true }, completions: {}, logging: {} };

/** One request on its way. */
export interface Ask {
  readonly message: Message;
  readonly id: RpcId;
  readonly peer: Peer;
  readonly signal: AbortSignal;
}
