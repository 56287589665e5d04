import { describeMeshRegistry } from '@patchbay/testkit';
import { FakeRegistry } from './fake-registry.ts';
import { MemoryNetwork } from './memory-network.ts';

describeMeshRegistry('in memory', async () => {
  const registry = new FakeRegistry();
  const network = new MemoryNetwork();
  const { port } = await network.listen((request) => registry.answer(request), { host: undefined, port: 0 });
  return { port: { url: `http://registry.test:${String(port)}`, fetch: network.fetch } };
});
