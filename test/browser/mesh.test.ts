import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startAgent, type Agent, type RunningAgent } from '@patchbay/mesh';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { geocoder, weather } from '../../examples/mesh-two-agents/agents.ts';
import { seriousFindings, startDashboard, type Dashboard } from '../support/dashboard.ts';

// What a person sees of the mesh, in a real browser, on a real hub with real agents.

let dashboard: Dashboard;
const agents = new Map<string, RunningAgent>();
/** For the guide. Remove it to have it taken anew. */
const picture = join(import.meta.dirname, '..', '..', 'docs', 'images', 'mesh.png');

beforeAll(async () => {
  dashboard = await startDashboard({ mesh: { port: 0 } });
});
afterAll(async () => {
  for (const agent of agents.values()) await agent.stop();
  await dashboard.close();
});

async function enter<N, T>(agent: Agent<N, T>): Promise<RunningAgent> {
  const settings = { registryUrl: dashboard.meshUrl, host: '127.0.0.1', settleSeconds: 0 };
  const running = await startAgent(agent, settings);
  agents.set(running.id, running);
  return running;
}

async function forecast({ url }: RunningAgent): Promise<void> {
  const params = { name: 'forecast', arguments: { city: 'Berlin' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect(await response.text()).toContain('sunny');
}

type ContextOptions = NonNullable<Parameters<Dashboard['signIn']>[0]>;

async function open(path: string, title = 'Mesh', options: ContextOptions = {}): Promise<Page> {
  const { page, context } = await dashboard.signIn({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  await page.goto(`${dashboard.url}${path}`);
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  return page;
}

const details = (page: Page) => page.getByTestId('details');

describe('a person who looks at the mesh', () => {
  let forecaster: RunningAgent;
  let east: RunningAgent;

  it('is told how the first agent gets there, and sees it without a reload', async () => {
    const page = await open('/doctor', 'Doctor');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByText('patchbay mesh scaffold greeter').waitFor();
    forecaster = await enter(weather);
    await page.getByRole('button', { name: /weather.*TypeScript.*0 of 1 need met/ }).waitFor();
    await page.getByText('Nobody provides it').waitFor();
    east = await enter(geocoder('east'));
    await page
      .getByRole('button', { name: /geocoder-east/ })
      .first()
      .waitFor();
    await page.getByText('Nobody provides it').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/network');
  });

  it('learns who gets what from whom, why, and how often it was called', async () => {
    await enter(geocoder('west'));
    await forecaster.beat();
    await forecast(forecaster);
    await forecaster.beat();
    const page = await open('/network');
    await page.getByRole('button', { name: /^weather → geocoder-east: *geocode *1 call/ }).click();
    await details(page).getByText('Why: first of 2 by score, version and id').waitFor();
    await details(page).getByText('How it was chosen').click();
    await details(page).getByText('Who comes first:').waitFor();
    await details(page).getByText('Trace of the last call').waitFor();
    await details(page).getByRole('link', { name: 'geocoder-east' }).click();
    await details(page).getByText('Finds a city.').waitFor();
    await details(page).getByText(east.url).waitFor();
    await details(page).getByText('called by').waitFor();
    expect(new URL(page.url()).searchParams.get('agent')).toBe(east.id);
    if (!existsSync(picture)) await page.screenshot({ path: picture });
  });

  it('puts an agent into the catalogue and takes it out again', async () => {
    const page = await open(`/network?agent=${east.id}`);
    await details(page).getByRole('button', { name: 'Put into the catalogue' }).click();
    await details(page).getByRole('link', { name: 'geocoder-east' }).waitFor();
    expect((await dashboard.admin.getServer({ params: { name: 'geocoder-east' } })).source).toBe('mesh');
    await details(page).getByRole('button', { name: 'Release the name' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release the name' }).click();
    await details(page).getByRole('button', { name: 'Put into the catalogue' }).waitFor();
  });

  it('finds agents in the list by what they can do, and reads what happened', async () => {
    const page = await open('/network');
    await page.getByRole('tab', { name: 'List' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Search agents and capabilities').fill('forecast');
    await page.getByRole('listitem').filter({ hasText: 'geocoder' }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /weather/ }).press('Enter');
    await details(page).getByText('Tells the weather of a city.').waitFor();
    await details(page).getByRole('button', { name: 'Close details' }).click();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText(`weather.forecast gets geocode from ${east.id}.`).first().waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('events');
  });

  it('is told that the mesh is drained, and ends it', async () => {
    await dashboard.admin.drainMesh({ body: { draining: true } });
    const page = await open('/network');
    await page.getByText('no new agents are taken').waitFor();
    await page.getByRole('button', { name: 'Take agents again' }).click();
    await page.getByText('no new agents are taken').waitFor({ state: 'hidden' });
    expect((await dashboard.admin.meshStatus()).draining).toBe(false);
  });

  it.each(['light', 'dark'] as const)('can be anybody, in %s', async (colorScheme) => {
    const page = await open('/network', 'Mesh', { colorScheme, reducedMotion: 'reduce' });
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
    const line = encodeURIComponent(`${forecaster.id}>${east.id}`);
    for (const search of ['', '?view=list', '?view=events', `?agent=${east.id}`, `?line=${line}`]) {
      await page.goto(`${dashboard.url}/network${search}`);
      await page.getByRole('tab', { name: 'Graph' }).waitFor();
      await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
      await page.getByText('geocoder-east').first().waitFor();
      expect({ search, found: await seriousFindings(page, rules) }).toEqual({ search, found: [] });
    }
  });

  it('has a list on a phone, where there is no room for a picture', async () => {
    const page = await open('/network', 'Mesh', { viewport: { width: 380, height: 800 } });
    await page.getByRole('link', { name: /geocoder-east/ }).click();
    await details(page).getByText('Finds a city.').waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(380);
  });

  it('of many agents is offered the list, and a picture of one with those around it', async () => {
    const beats = Array.from({ length: 300 }, (_, at) =>
      fetch(`${dashboard.meshUrl}/heartbeat`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ agent_id: `many-${String(at)}`, name: `many-${String(at)}`, tools: [] }),
      }),
    );
    await Promise.all(beats);
    const page = await open('/network');
    await page.getByText('agents are too many for one picture').waitFor();
    await page.getByRole('link', { name: 'Open the list' }).click();
    await page.getByRole('listitem').first().waitFor();
    expect(await page.getByRole('listitem').count()).toBeLessThan(60);
    await page.goto(`${dashboard.url}/network?agent=${forecaster.id}`);
    await page.getByText('Only weather and those around it are drawn.').waitFor();
    await page.getByRole('button', { name: /^geocoder-east/ }).waitFor();
    expect(await page.getByTestId('graph').getByText('many-').count()).toBe(0);
  });

  it('has seen no complaint of a browser', () => {
    expect(dashboard.complaints).toEqual([]);
  });
});
