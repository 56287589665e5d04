import { serverSettingsSchema, type JsonObject } from '@patchbay/contracts';
import { aPrincipal, createSmallHub, createTestMasking } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';

const secrets = ['stored-credential-7'];

async function setup(options: Parameters<typeof createSmallHub>[0] = {}) {
  const hub = createSmallHub({ masking: createTestMasking({ secrets }), ...options });
  const own = async (name: string, masking?: object) =>
    hub.addServer(name, ['echo'], { settings: serverSettingsSchema.parse({ masking }) });
  const call = (name: string, onProgress?: (params: JsonObject) => void) =>
    hub.callTool({ id: 'c1', principal: aPrincipal(), via: 'rest', name, arguments: {}, onProgress });
  return { own, call };
}

const says = (text: string) => ({ result: { content: [{ type: 'text', text }] } });

describe('what a server says', () => {
  it('is masked before it is cut, so that no half of a secret is left', async () => {
    const { own, call } = await setup({ maxOutputChars: 1_030 });
    const { upstream } = await own('a');
    upstream.onCall = () => says(`${'x'.repeat(1_020)} stored-credential-7`);
    const { content } = await call('a.echo');
    expect(content[0]?.['text']).toBe(`${'x'.repeat(1_020)} [MASKED_C`);
  });

  it('is masked in errors and progress', async () => {
    const { own, call } = await setup();
    const { upstream } = await own('a');
    upstream.onCall = (_, { onProgress }) => {
      onProgress?.({ progress: 1, message: 'using stored-credential-7' });
      return { error: { code: -1, message: 'bad stored-credential-7', data: { password: 'hunter2!' } } };
    };
    const told: JsonObject[] = [];
    await expect(call('a.echo', (params) => told.push(params))).rejects.toMatchObject({
      code: 'CALL_REFUSED',
      message: 'bad [MASKED_CREDENTIAL]',
      data: { data: { password: '[MASKED_PASSWORD]' } },
    });
    expect(told).toEqual([{ progress: 1, message: 'using [MASKED_CREDENTIAL]' }]);
  });

  it('is masked by what is said about its server', async () => {
    const { own, call } = await setup();
    for (const [name, masking] of [
      ['a', undefined],
      ['b', { enabled: false }],
    ] as const) {
      const { upstream } = await own(name, masking);
      upstream.onCall = () => says('password=hunter2! stored-credential-7');
    }
    expect((await call('a.echo')).content[0]?.['text']).toBe(
      'password=[MASKED_PASSWORD] [MASKED_CREDENTIAL]',
    );
    expect((await call('b.echo')).content[0]?.['text']).toBe('password=hunter2! [MASKED_CREDENTIAL]');
  });
});
