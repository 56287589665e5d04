import { heartbeatAnswerSchema, type HeartbeatAnswer } from '@patchbay/contracts';
import { expect, it } from 'vitest';
import { describePort, type Opened } from './describe-port.ts';

/** A registry of the mesh, as agents reach it. */
export interface RegistryDoor {
  readonly url: string;
  fetch(url: string, init: RequestInit & { body?: string }): Promise<Response>;
}

interface Tool {
  readonly capability: string;
  readonly [key: string]: unknown;
}

const agent = (id: string, ...tools: readonly Tool[]) => ({
  agent_id: id,
  name: id,
  runtime: 'typescript',
  http_host: '127.0.0.1',
  http_port: 19_001,
  tools: tools.map((tool) => ({ function_name: `${tool.capability}_of_${id}`, inputSchema: {}, ...tool })),
});

const needing = (...dependencies: readonly object[]) =>
  agent('consumer', { capability: 'asking', function_name: 'ask', dependencies });

/** What any registry must do for an agent, whoever wrote either of them. */
export function describeMeshRegistry(name: string, open: () => Promise<Opened<RegistryDoor>>): void {
  describePort(`a registry of the mesh: ${name}`, open, (door) => {
    const send = (method: string, path: string, body?: unknown): Promise<Response> =>
      door().fetch(`${door().url}${path}`, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
    const status = async (method: string, path: string) => (await send(method, path)).status;
    const post = async (body: object): Promise<HeartbeatAnswer> => {
      const response = await send('POST', '/heartbeat', body);
      expect(response.status).toBe(200);
      return heartbeatAnswerSchema.parse(await response.json());
    };
    /** Who was chosen for each place. */
    const chosen = async (...dependencies: readonly object[]) =>
      (await post(needing(...dependencies))).dependencies_resolved?.['ask']?.map(({ agent_id }) => agent_id);

    it('knows nobody who has not registered', async () => {
      expect(await status('HEAD', '/heartbeat/nobody')).toBe(410);
    });

    it('says once that something changed, to those who were there before', async () => {
      await post(agent('one'));
      expect(await status('HEAD', '/heartbeat/one')).toBe(200);
      await post(agent('two', { capability: 'adder' }));
      expect(await status('HEAD', '/heartbeat/one')).toBe(202);
      await post(agent('one'));
      expect(await status('HEAD', '/heartbeat/one')).toBe(200);
    });

    it('lets agents leave, also those it never knew', async () => {
      await post(agent('one'));
      await post(agent('two'));
      await post(agent('one'));
      expect(await status('DELETE', '/agents/two')).toBe(204);
      expect(await status('DELETE', '/agents/nobody')).toBe(204);
      expect(await status('HEAD', '/heartbeat/two')).toBe(410);
      expect(await status('HEAD', '/heartbeat/one')).toBe(202);
    });

    it('refuses what makes no sense with 200 and an error', async () => {
      expect(await post({ ...agent('one'), runtime: 'rust' })).toMatchObject({
        status: 'error',
        message: 'agent: invalid enum value for runtime field: "rust"',
      });
      expect(await post({ ...agent('one'), agent_id: 'Not An Id' })).toMatchObject({ status: 'error' });
      expect(await status('HEAD', '/heartbeat/one')).toBe(410);
    });

    it('keeps the places of dependencies, found or not', async () => {
      await post(agent('prov-a', { capability: 'adder', kwargs: { timeout: 45 } }));
      const { dependencies_resolved } = await post(
        needing({ capability: 'missing' }, { capability: 'adder' }, { capability: 'adder', tags: ['gone'] }),
      );
      const none = { agent_id: '', endpoint: '', function_name: '', status: 'unresolved' };
      expect(dependencies_resolved).toMatchObject({
        ask: [
          { ...none, capability: 'missing' },
          {
            agent_id: 'prov-a',
            capability: 'adder',
            endpoint: 'http://127.0.0.1:19001',
            function_name: 'adder_of_prov-a',
            kwargs: { timeout: 45 },
            status: 'available',
          },
          { ...none, capability: 'adder' },
        ],
      });
    });

    it('chooses by tags, then by version, then by id', async () => {
      await post(agent('b', { capability: 'x', tags: ['math', 'fast'], version: '1.0.0' }));
      await post(agent('a', { capability: 'x', tags: ['math', 'old'], version: '1.0.0' }));
      await post(agent('c', { capability: 'x', tags: ['math'], version: '2.0.0' }));
      await post(agent('d', { capability: 'x', tags: ['math'], version: '2.0.0' }));
      const x = { capability: 'x' };
      expect(
        await chosen(
          x,
          { ...x, tags: ['+fast'] },
          { ...x, tags: ['math', '-fast', '+old'] },
          { ...x, tags: [['gone', 'old']] },
          { ...x, tags: ['gone'] },
          { ...x, version: '<2' },
          { ...x, version: '>=1.0 <2', tags: ['+fast'] },
          { ...x, version: '^3' },
        ),
      ).toEqual(['c', 'b', 'a', 'a', '', 'a', 'b', '']);
    });

    it('does not offer what misses something that it requires', async () => {
      await post(agent('p', { capability: 'x', dependencies: [{ capability: 'y', required: true }] }));
      expect(await chosen({ capability: 'x' })).toEqual(['']);
      await post(agent('q', { capability: 'y' }));
      expect(await chosen({ capability: 'x' })).toEqual(['p']);
    });

    it('finds models and the tools for them', async () => {
      await post(
        agent('lp', {
          capability: 'llm',
          function_name: 'process_chat',
          tags: ['llm', 'claude'],
          kwargs: { vendor: 'v' },
        }),
      );
      await post(agent('maps', { capability: 'maps', function_name: 'show', description: 'Shows a map.' }));
      const { llm_providers, llm_tools } = await post(
        agent('consumer', {
          capability: 'chatting',
          function_name: 'chat',
          llm_provider: { capability: 'llm', tags: ['+claude'] },
          llm_filter: { filter: ['maps', 'gone'], filter_mode: 'all' },
        }),
      );
      expect(llm_providers).toMatchObject({
        chat: {
          name: 'process_chat',
          agent_id: 'lp',
          endpoint: 'http://127.0.0.1:19001',
          vendor: 'v',
          status: 'available',
        },
      });
      expect(llm_tools).toMatchObject({
        chat: [{ name: 'show', capability: 'maps', description: 'Shows a map.' }],
      });
    });
  });
}
