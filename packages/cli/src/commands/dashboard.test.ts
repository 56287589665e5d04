import { describe, expect, it } from 'vitest';
import { setupFake } from '../../test-support/fake-hub.ts';

describe('patchbay dashboard', () => {
  it('prints a link to the hub that is asked, alone on stdout', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { run } = await setupFake({ createSignInLink: () => ({ path: '/#sign-in=abc', expiresAt }) });
    const { code, out, err } = await run('dashboard');
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#sign-in=abc\n$/),
    });
    expect(err).toContain('once');
    expect(JSON.parse((await run('dashboard', '--json')).out)).toMatchObject({ expiresAt });
  });
});
