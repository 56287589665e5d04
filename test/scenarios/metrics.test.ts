import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHttpFixture } from '@patchbay/testkit/mcp';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../apps/hub/src/metrics.ts';
import { watchNothing } from '../../scripts/docs/watch-nothing.ts';
import { startAskingHub } from '../support/asking-hub.ts';
import { readPromql } from '../support/promql.ts';
import { runWhen, startRunHub } from '../support/run-hub.ts';
import { startTestHub } from '../support/test-hub.ts';

describe('what Prometheus reads', () => {
  it('tells how long calls take, how they end, and what becomes of connections [B-72]', async () => {
    await using fixture = await startHttpFixture();
    const { hub, admin } = await startTestHub();
    await hub.register({ name: 'fx', transport: 'http', url: fixture.url });
    await hub.connect('fx');
    const call = (toolName: string) =>
      admin.executeTool({ body: { serverId: 'fx', toolName, arguments: { message: 'hi' } } });
    await call('echo');
    await call('nothing').catch(() => {});
    await hub.disconnect('fx');
    const text = await (await admin.metrics()).text();
    expect(text).toMatch(/patchbay_calls_total\{via="rest",outcome="ok"\} 1/);
    expect(text).toMatch(/patchbay_calls_total\{via="rest",outcome="TOOL_NOT_FOUND"\} 1/);
    expect(text).toMatch(/patchbay_call_duration_seconds_count\{via="rest"\} 2/);
    expect(text).toMatch(/patchbay_server_status_changes_total\{server="fx",status="CONNECTED"\} 1/);
    expect(text).toMatch(/patchbay_server_status_changes_total\{server="fx",status="DISCONNECTED"\} 1/);
  });

  it('tells what is there now: servers, approvals, runs and agents', async () => {
    const { admin, want } = await startAskingHub();
    const id = await want({ path: 'a' });
    const read = async () => (await admin.metrics()).text();
    expect(await read()).toMatch(/patchbay_approvals_waiting 1\n/);
    expect(await read()).toMatch(/patchbay_servers\{status="CONNECTED"\} 1\n/);
    expect(await read()).toMatch(/patchbay_server_breaker_open\{server="files"\} 0\n/);
    expect(await read()).toMatch(/patchbay_runs\{status="QUEUED"\} 0\n/);
    await admin.answerApproval({ params: { id }, body: { approved: false } });
    expect(await read()).toMatch(/patchbay_approvals_waiting 0\n/);
    expect(await read()).toMatch(/patchbay_approval_duration_seconds_count\{status="REJECTED"\} 1\n/);
  });

  it('tells what runs cost', async () => {
    const { admin } = await startRunHub({ replies: [{ say: 'Yes.' }] });
    const { id } = await admin.startRun({ body: { input: 'Is it?' } });
    await runWhen(admin, id, 'SUCCEEDED');
    const text = await (await admin.metrics()).text();
    expect(text).toMatch(/patchbay_runs_total\{status="SUCCEEDED"\} 1\n/);
    expect(text).toMatch(/patchbay_run_tokens_total\{kind="output"\} [1-9]/);
  });
});

describe('what is made for these metrics', () => {
  const rules = parse(read('prometheus-alerts.yaml')) as Rules;
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
  const expressions = {
    'the rules for alerts': rules.groups.flatMap(({ rules: all }) => all.map(({ expr }) => expr)),
    'the dashboard for Grafana': dashboard.panels.flatMap(({ targets = [] }) =>
      targets.map(({ expr }) => expr),
    ),
  };

  it.each(Object.entries(expressions))('%s: every series and label is there [B-72]', (_, all) => {
    const metrics = createMetrics('0.0.0');
    metrics.watchProcess();
    watchNothing(metrics);
    const known = new Map(metrics.describe().map((one) => [one.name, one]));
    expect(all.length).toBeGreaterThan(5);
    for (const asked of all.flatMap(readPromql)) {
      const found = known.get(asked.metric) ?? known.get(asked.metric.replace(/_(?:bucket|count|sum)$/, ''));
      const labels = [...(found?.labels ?? []), ...givenByPrometheus];
      const missing = found ? asked.labels.filter((label) => !labels.includes(label)) : asked.metric;
      expect({ ...asked, missing }).toEqual({ ...asked, missing: [] });
    }
  });

  it('a high rate of errors is one of the alerts', () => {
    expect(expressions['the rules for alerts'].join()).toContain('> 0.1');
  });

  it('the panels of the dashboard have their own ids and places', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (__, n) => `${String(x + (n % w))},${String(y + Math.floor(n / w))}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
  });
});

/** Whoever scrapes adds where; histograms have a label for their buckets. */
const givenByPrometheus = ['instance', 'job', 'le'];

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8');
}
