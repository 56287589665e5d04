import type { Served } from '@patchbay/api';
import type { ServerStatus } from '@patchbay/contracts';
import type { CallRecord, Usage } from '@patchbay/core';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { watchStanding, type Standing } from './standing-metrics.ts';

export interface Metrics {
  readonly render: () => Promise<string>;
  readonly served: (served: Served) => void;
  readonly called: (record: CallRecord) => void;
  /** A server was asked something that is no call: what came of it. */
  readonly asked: (method: string, outcome: string) => void;
  /** So many rows of the audit are on disk, or will never be. */
  readonly audited: (rows: number) => void;
  readonly unaudited: (rows: number) => void;
  /** Rows that wait, counted when somebody looks. */
  readonly watchAudit: (waiting: () => number) => void;
  /** Something was masked: by which pattern. */
  readonly masked: (by: string) => void;
  /** So many tools did not fit into a request to a model. */
  readonly leftOut: (tools: number) => void;
  readonly statusChanged: (server: string, status: ServerStatus) => void;
  /** Processes of stdio servers, counted when somebody looks. */
  readonly watchProcesses: (census: () => { readonly alive: number; readonly reaped: number }) => void;
  /** Somebody decided, or nobody did in time: after how long. */
  readonly approvalEnded: (status: string, tookMs: number) => void;
  readonly runEnded: (end: EndedRun) => void;
  readonly watchStanding: (standing: Standing) => void;
  /** So many rows of the mesh went to disk together. */
  readonly meshWritten: (rows: number) => void;
  /** Memory, event loop and garbage collection of the process; once per process. */
  readonly watchProcess: () => void;
  /** Every metric that there is, and its labels. */
  readonly describe: () => readonly MetricFacts[];
}

interface EndedRun {
  readonly status: string;
  readonly usage: Usage;
  readonly cost: number;
}

interface MetricFacts {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** Every metric of the hub. docs/reference/metrics.md is made from this registry. */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'patchbay_info',
    help: 'Always 1; the label tells the version.',
    labelNames: ['version'],
    registers,
  })
    .labels(version)
    .set(1);
  const requests = new Counter({
    name: 'patchbay_http_requests_total',
    help: 'REST requests by route pattern, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'patchbay_http_request_duration_seconds',
    help: 'Time to answer a REST request, by route pattern. Streams count until they open.',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });

  return {
    ...callMetrics(registers),
    ...auditMetrics(registers),
    ...serverMetrics(registers),
    ...workMetrics(registers),
    ...meshMetrics(registers),
    render: () => registry.metrics(),
    served({ route, status, tookMs }) {
      const name = route?.path ?? 'none';
      requests.labels(name, route?.method ?? 'any', String(status)).inc();
      durations.labels(name).observe(tookMs / 1_000);
    },
    watchStanding: (standing) => watchStanding(registers, standing),
    describe: () => describe(registry),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  };
}

function callMetrics(registers: Registry[]): Pick<Metrics, 'called' | 'masked' | 'asked' | 'leftOut'> {
  const calls = new Counter({
    name: 'patchbay_calls_total',
    help: 'Tool calls by the face they came in by and how they ended: ok, tool-error, or the code of the error.',
    labelNames: ['via', 'outcome'],
    registers,
  });
  const limited = new Counter({
    name: 'patchbay_calls_limited_total',
    help: 'Tool calls that a limit refused, by the name of the limit.',
    labelNames: ['limit'],
    registers,
  });
  const durations = new Histogram({
    name: 'patchbay_call_duration_seconds',
    help: 'Time from the ask to the answer of a tool call.',
    labelNames: ['via'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers,
  });
  const masked = new Counter({
    name: 'patchbay_masked_values_total',
    help: 'Values masked in what servers answered, by the pattern that found them; known_value are stored credentials, failure are results that were redacted as a whole.',
    labelNames: ['pattern'],
    registers,
  });
  const asked = new Counter({
    name: 'patchbay_server_requests_total',
    help: 'Resources read, prompts fetched and completions asked of servers, by method and how it ended: ok, or the code of the error.',
    labelNames: ['method', 'outcome'],
    registers,
  });
  const leftOut = new Counter({
    name: 'patchbay_tools_left_out_total',
    help: 'Tools that were left out of requests to models, because there were more than a request takes.',
    registers,
  });
  return {
    leftOut: (tools) => leftOut.inc(tools),
    masked: (by) => masked.labels(by).inc(),
    asked: (method, outcome) => asked.labels(method, outcome).inc(),
    called({ call, trail, outcome, tookMs }) {
      calls.labels(call.via, outcome).inc();
      if (trail.limit !== undefined) limited.labels(trail.limit).inc();
      durations.labels(call.via).observe(tookMs / 1_000);
    },
  };
}

/** The library knows the labels of a metric, and its types do not say so. */
function describe(registry: Registry): readonly MetricFacts[] {
  return registry.getMetricsAsArray().map((metric) => {
    const { labelNames = [] } = metric as { labelNames?: readonly string[] };
    return { name: metric.name, type: String(metric.type), help: metric.help, labels: labelNames };
  });
}

function workMetrics(registers: Registry[]): Pick<Metrics, 'approvalEnded' | 'runEnded'> {
  const approvals = new Histogram({
    name: 'patchbay_approval_duration_seconds',
    help: 'Time from a question to its end, by what became of it.',
    labelNames: ['status'],
    buckets: [1, 5, 15, 60, 300, 1_800, 7_200, 86_400],
    registers,
  });
  const runs = new Counter({
    name: 'patchbay_runs_total',
    help: 'Runs that have ended, by how.',
    labelNames: ['status'],
    registers,
  });
  const tokens = new Counter({
    name: 'patchbay_run_tokens_total',
    help: 'Tokens of runs that have ended: input, cached (those of the input that the provider had read before) and output.',
    labelNames: ['kind'],
    registers,
  });
  const cost = new Counter({
    name: 'patchbay_run_cost_total',
    help: 'What runs that have ended cost, in the currency of the prices that models have.',
    registers,
  });
  return {
    approvalEnded: (status, tookMs) => approvals.labels(status).observe(tookMs / 1_000),
    runEnded({ status, usage, cost: spent }) {
      runs.labels(status).inc();
      tokens.labels('input').inc(usage.inputTokens);
      tokens.labels('cached').inc(usage.cachedTokens);
      tokens.labels('output').inc(usage.outputTokens);
      cost.inc(spent);
    },
  };
}

function auditMetrics(registers: Registry[]): Pick<Metrics, 'audited' | 'unaudited' | 'watchAudit'> {
  const rows = new Counter({
    name: 'patchbay_audit_rows_total',
    help: 'Rows of the audit that were written, and that had to be dropped because nothing could be written.',
    labelNames: ['state'],
    registers,
  });
  return {
    audited: (count) => rows.labels('written').inc(count),
    unaudited: (count) => rows.labels('dropped').inc(count),
    watchAudit(waiting) {
      new Gauge({
        name: 'patchbay_audit_rows_waiting',
        help: 'Rows of the audit that are not written yet.',
        registers,
        collect() {
          this.set(waiting());
        },
      });
    },
  };
}

function meshMetrics(registers: Registry[]): Pick<Metrics, 'meshWritten'> {
  const batches = new Counter({
    name: 'patchbay_mesh_writes_total',
    help: 'Batches of the mesh that were written: heartbeats are gathered.',
    registers,
  });
  const rows = new Counter({
    name: 'patchbay_mesh_rows_written_total',
    help: 'Rows in those batches: agents, when they were seen, and what happened to them.',
    registers,
  });
  return {
    meshWritten(count) {
      batches.inc();
      rows.inc(count);
    },
  };
}

function serverMetrics(registers: Registry[]): Pick<Metrics, 'statusChanged' | 'watchProcesses'> {
  const changes = new Counter({
    name: 'patchbay_server_status_changes_total',
    help: 'How often a server entered a status.',
    labelNames: ['server', 'status'],
    registers,
  });
  return {
    statusChanged: (server, status) => changes.labels(server, status).inc(),
    watchProcesses(census) {
      new Gauge({
        name: 'patchbay_server_processes',
        help: 'Processes of stdio servers: alive, and reaped since the start. Together they are all that were started.',
        labelNames: ['state'],
        registers,
        collect() {
          const { alive, reaped } = census();
          this.labels('alive').set(alive);
          this.labels('reaped').set(reaped);
        },
      });
    },
  };
}
