import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHttpFixture } from '@patchbay/testkit/mcp';
import { describe, expect, it } from 'vitest';
import { startTestHub } from '../support/test-hub.ts';

const rules = readFileSync(join(import.meta.dirname, '../../deploy/prometheus-alerts.yaml'), 'utf8');

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

  it('has every series that the rules for alerts ask for, with its labels [B-72]', async () => {
    const { admin } = await startTestHub();
    const known = await (await admin.metrics()).text();
    const series = [...rules.matchAll(/\b(patchbay_\w+?)(?:_bucket)?(?:\{(\w+)|[[ )>])/g)];
    expect(series.length).toBeGreaterThan(5);
    for (const [, name = ''] of series) expect(known).toContain(`# TYPE ${name} `);
    expect(rules).toContain('> 0.1'); // a high rate of errors is one of them
  });
});
