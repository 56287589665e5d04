import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings, startDashboard, type Dashboard } from '../support/dashboard.ts';
import { client, startIdentityProvider, type IdentityProviderFixture } from '../support/identity-provider.ts';

// Signing in at an identity provider, in a real browser with a real provider.

let provider: IdentityProviderFixture;
let dashboard: Dashboard;

beforeAll(async () => {
  provider = await startIdentityProvider();
  const roles = { claim: 'groups', values: { admins: ['admin' as const], staff: ['operator' as const] } };
  const trusted = {
    issuer: provider.issuer,
    audience: 'hub',
    roles,
    signIn: { ...client, title: 'Example' },
  };
  dashboard = await startDashboard({ auth: { issuers: [trusted] } });
  await provider.register(dashboard.url);
});
afterAll(async () => {
  await dashboard.close();
  provider.close();
});

async function goAndSignInAs(login: string) {
  const context = await dashboard.browser.newContext({ locale: 'en-US' });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(dashboard.url);
  await page.getByRole('link', { name: 'Sign in with Example' }).click();
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  return { page, context };
}

describe('a person whose hub has an identity provider', () => {
  it('signs in there, comes back, stays signed in and sees what their role may', async () => {
    const { page, context } = await goAndSignInAs('ada');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByText('ada of Example').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect((await context.cookies(dashboard.url)).map(({ name }) => name)).toContain('__Host-patchbay');
    await context.close();
  });

  it('is told why they are not let in, and can try again', async () => {
    const { page, context } = await goAndSignInAs('guest');
    await page.getByRole('alert').getByText('no role is given to you here').waitFor();
    expect(page.url()).toBe(`${dashboard.url}/`);
    await page.getByRole('link', { name: 'Sign in with Example' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await context.close();
  });
});
