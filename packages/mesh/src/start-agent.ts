import { isLoopback } from '@patchbay/contracts';
import type { Agent } from './define-agent.ts';
import { autoDetectIp } from './config/detect-ip.ts';
import { ownEnvironment } from './config/environment.ts';
import { readSettings } from './config/settings.ts';
import type { PulseState } from './heartbeat/pulse.ts';
import type { Listen } from './server/http.ts';
import { listenHttp } from './server/listen-http.ts';
import { assemble } from './assemble.ts';
import type { StartOptions } from './start-options.ts';
import { systemWorld, type Environment, type World } from './world.ts';

/** What tests put in place of the real thing. */
export interface Surroundings {
  readonly world: World;
  readonly listen: Listen;
  readonly env: Environment;
  readonly detectIp: () => Promise<string>;
}

/** An agent that answers at its address and keeps its registry informed. */
export interface RunningAgent extends AsyncDisposable {
  /** Its name and a suffix of its own. */
  readonly id: string;
  readonly name: string;
  /** Where others reach it. */
  readonly url: string;
  /** How it stands with the registry. Calls between agents do not depend on it. */
  readonly state: PulseState;
  /** Tells the registry, finishes what runs within ten seconds, and leaves nothing behind. Twice is harmless. */
  stop(): Promise<void>;
  /** Sends a heartbeat now, instead of at the next turn. */
  beat(): Promise<void>;
}

/**
 * Starts a mesh agent: it listens, and tries to register for as long as it runs. A registry that is not there is no
 * error: the agent works with what it knows.
 *
 * @example
 * await using agent = await startAgent(weather, { registryUrl: 'http://localhost:8000' });
 */
export function startAgent<N, T>(agent: Agent<N, T>, options: StartOptions = {}): Promise<RunningAgent> {
  return startIn(real, agent as unknown as Agent, options); // what it needs and offers is in its definitions
}

const real: Surroundings = {
  world: systemWorld,
  listen: listenHttp,
  get env() {
    return ownEnvironment();
  },
  detectIp: autoDetectIp,
};

export async function startIn(
  around: Surroundings,
  agent: Agent,
  options: StartOptions,
): Promise<RunningAgent> {
  const { world, listen } = around;
  const settings = await readSettings(agent.name, options, around);
  const id = `${settings.name}-${world.chance.uuid().replaceAll('-', '').slice(-8)}`;
  const parts = assemble({ agent, id, settings, options, world });
  const listening = await listen(parts.answer, { host: bindHostOf(settings.host), port: settings.port });
  const heartbeat = parts.createHeartbeat(listening.port);
  parts.settling.begin(settings.settleMs);
  await heartbeat.beatNow();

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= parts.stop(heartbeat, listening));
  return {
    id,
    name: settings.name,
    url: `http://${hostInUrl(settings.host)}:${String(listening.port)}`,
    get state() {
      return heartbeat.state;
    },
    beat: () => heartbeat.beatNow(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** An agent that calls itself local is not open to others; any other may be called from anywhere. */
function bindHostOf(host: string): string | undefined {
  if (host === 'localhost') return '127.0.0.1';
  return isLoopback(host) ? host : undefined;
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
