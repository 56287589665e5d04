import { serverStatuses, runStatuses, type RunStatus, type ServerStatus } from '@patchbay/contracts';
import { Gauge, type Registry } from 'prom-client';

/** What is looked at when somebody asks for metrics, and not before. */
export interface Standing {
  readonly warnings: () => number;
  readonly servers: () => Iterable<{
    readonly name: string;
    readonly status: ServerStatus;
    /** Whether its breaker refuses calls at the moment. */
    readonly isResting: boolean;
  }>;
  readonly approvals: () => Promise<{ readonly waiting: number; readonly oldestMs: number }>;
  readonly runs: () => Promise<Readonly<Partial<Record<RunStatus, number>>>>;
  readonly meshAgents: () => Iterable<{ readonly status: string }>;
}

const ofDatabase = 'Of the whole database: hubs that share one say the same.';

/** A database that does not answer leaves the last value: the rest of the metrics is needed most then. */
async function orLast(look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch {
    // readiness tells it
  }
}

export function watchStanding(registers: Registry[], standing: Standing): void {
  new Gauge({
    name: 'patchbay_warnings',
    help: 'Warnings that stand, as /health lists them.',
    registers,
    collect() {
      this.set(standing.warnings());
    },
  });
  watchServers(registers, standing);
  watchApprovals(registers, standing);
  new Gauge({
    name: 'patchbay_runs',
    help: `Runs by status. ${ofDatabase}`,
    labelNames: ['status'],
    registers,
    collect() {
      return orLast(async () => {
        const counts = await standing.runs();
        for (const status of runStatuses) this.labels(status).set(counts[status] ?? 0);
      });
    },
  });
  new Gauge({
    name: 'patchbay_mesh_agents',
    help: 'Agents of the mesh that are registered, by status.',
    labelNames: ['status'],
    registers,
    collect() {
      this.reset();
      for (const { status } of standing.meshAgents()) this.labels(status).inc();
    },
  });
}

function watchServers(registers: Registry[], { servers }: Standing): void {
  new Gauge({
    name: 'patchbay_servers',
    help: 'MCP servers by status.',
    labelNames: ['status'],
    registers,
    collect() {
      for (const status of serverStatuses) this.labels(status).set(0);
      for (const { status } of servers()) this.labels(status).inc();
    },
  });
  new Gauge({
    name: 'patchbay_server_breaker_open',
    help: '1 while calls to a server are refused because too many failed; 0 otherwise.',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset();
      for (const { name, isResting } of servers()) this.labels(name).set(isResting ? 1 : 0);
    },
  });
}

function watchApprovals(registers: Registry[], { approvals }: Standing): void {
  new Gauge({
    name: 'patchbay_approvals_waiting',
    help: `Questions that wait for somebody to decide. ${ofDatabase}`,
    registers,
    collect() {
      return orLast(async () => this.set((await approvals()).waiting));
    },
  });
  new Gauge({
    name: 'patchbay_approvals_oldest_age_seconds',
    help: `How long the question has waited that has waited longest; 0 if none does. ${ofDatabase}`,
    registers,
    collect() {
      return orLast(async () => this.set((await approvals()).oldestMs / 1_000));
    },
  });
}
