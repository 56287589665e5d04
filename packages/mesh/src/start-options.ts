import type { AgentSettings } from './config/settings.ts';
import type { TellNews } from './events.ts';
import type { HealthCheck } from './health.ts';

export interface StartOptions extends AgentSettings {
  /** Whether the agent can serve. While it says no, the agent is not offered to others. */
  readonly healthCheck?: HealthCheck;
  /** Whether it is set up such that it can ever serve; `/startupz` says so. */
  readonly startupCheck?: HealthCheck;
  /** Hears what happens: providers that come and go, the registry, health. */
  readonly onNews?: TellNews;
}
