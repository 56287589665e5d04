import { isJsonObject, reasonOf, type MeshAgentStatus } from '@patchbay/contracts';

type HealthStatus = Exclude<MeshAgentStatus, 'offline'>;

export interface HealthReport {
  readonly status: HealthStatus;
  readonly checks?: Readonly<Record<string, boolean>>;
  readonly errors?: readonly string[];
}

/** Whether the agent can serve: a yes or no, or a report. */
export type HealthCheck = () => boolean | HealthReport | Promise<boolean | HealthReport>;

export interface HealthDeps {
  readonly check: HealthCheck | undefined;
  readonly startupCheck: HealthCheck | undefined;
  readonly now: () => Date;
}

/** A check may be expensive, and is asked by every probe and every heartbeat. */
const ttlMs = 15_000;
const statuses: readonly HealthStatus[] = ['healthy', 'degraded', 'unhealthy'];
const healthy: HealthReport = { status: 'healthy' };

/** What the agent's own checks say of it. */
export class Health {
  readonly #deps: HealthDeps;
  #last: { readonly at: number; readonly report: Promise<HealthReport> } | undefined;

  constructor(deps: HealthDeps) {
    this.#deps = deps;
  }

  /** At most as old as its time to live; those who ask together share one answer. */
  report(): Promise<HealthReport> {
    const now = this.#deps.now().getTime();
    if (this.#last && now - this.#last.at < ttlMs) return this.#last.report;
    const report = reportOf(this.#deps.check);
    this.#last = { at: now, report };
    return report;
  }

  /**
   * Whether it is set up such that it can ever serve. Unlike above, everything but a clear yes is a no: an agent
   * without its key should be seen not coming up.
   */
  async startup(): Promise<{ readonly passed: boolean; readonly errors: readonly string[] }> {
    const { status, errors } = await reportOf(this.#deps.startupCheck);
    return { passed: status === 'healthy', errors: errors ?? ['The startup check said no.'] };
  }
}

/** A check that breaks says nothing about the agent: degraded, so that a bug in it withdraws no working provider. */
async function reportOf(check: HealthCheck | undefined): Promise<HealthReport> {
  if (!check) return healthy;
  try {
    const said: unknown = await check();
    if (said === true) return healthy;
    if (said === false) return { status: 'unhealthy', errors: ['The health check said no.'] };
    if (isReport(said)) return said;
    return { status: 'degraded', errors: ['The health check returned neither true, false nor a report.'] };
  } catch (error) {
    return { status: 'degraded', errors: [`The health check failed: ${reasonOf(error)}`] };
  }
}

function isReport(value: unknown): value is HealthReport {
  return isJsonObject(value) && statuses.some((status) => status === value['status']);
}
