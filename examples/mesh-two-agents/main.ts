import { createHub } from '@patchbay/hub';
import { startAgent } from '@patchbay/mesh';
import { check, tell, tellStory } from '../story.ts';
import { geocoder, weather } from './agents.ts';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

/** What anybody may do without a handshake: one POST. */
async function call(url: string, name: string, args: object): Promise<string> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = (await response.json()) as { result: { content: readonly { text: string }[] } };
  return result.content[0]?.text ?? '';
}

async function story(): Promise<void> {
  tell('1. A hub starts, with a registry for agents.');
  const hub = await createHub({ database: 'memory', port: 0, mesh: { port: 0 } });
  await hub.listen();
  const registryUrl = (await hub.meshUrl()) ?? '';
  const settings = { registryUrl, host: '127.0.0.1', settleSeconds: 0 };

  tell('2. An agent starts that needs another, which is not there yet.');
  const forecaster = await startAgent(weather, settings);
  const ask = () => call(forecaster.url, 'forecast', { city: 'Berlin', days: '2' });
  check('the answer', await ask(), 'Dependency not available: geocode');

  tell('3. The other one starts, and they find each other.');
  const east = await startAgent(geocoder('east'), settings);
  await forecaster.beat(); // it would ask by itself within five seconds
  check('the answer', await ask(), 'Berlin (52.5, 13.4): sunny for 2 day(s).');

  tell('4. A second one of its kind takes over when the first leaves.');
  const west = await startAgent(geocoder('west'), settings);
  await east.stop();
  await forecaster.beat();
  check('the answer', await ask(), 'Berlin (38.7, -9.1): sunny for 2 day(s).');

  tell('5. The hub stops, and they go on without it.');
  await hub.close();
  await forecaster.beat();
  check('how it stands with the registry', forecaster.state, 'degraded');
  check('the answer', await ask(), 'Berlin (38.7, -9.1): sunny for 2 day(s).');
  await Promise.all([forecaster.stop(), west.stop()]);
}

await tellStory(story);
