import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface IdentityProviderFixture {
  readonly issuer: string;
  /** Lets a hub at this address send people here. */
  readonly register: (hubUrl: string) => Promise<void>;
  readonly close: () => void;
}

export const client = { clientId: 'patchbay', clientSecret: 'a secret of the hub and its provider' };

/** Of the provider, as far as we use it; it has no types of its own. */
type ProviderClass = new (issuer: string, settings: object) => { readonly callback: () => RequestListener };

/**
 * A real OpenID provider. Whoever signs in is who they say; those who have `admin` in their name are in the group
 * `admins`, `guest` is in none, and all others are `staff`. It tells groups only to those who ask for them.
 */
export async function startIdentityProvider(): Promise<IdentityProviderFixture> {
  let serve: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    issuer,
    async register(hubUrl) {
      // @ts-expect-error -- it has no types
      const { default: Provider } = (await import('oidc-provider')) as { default: ProviderClass };
      serve = new Provider(issuer, settingsFor(hubUrl)).callback();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function settingsFor(hubUrl: string): object {
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${hubUrl}/api/sign-in/callback`],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'groups'] },
    pkce: { required: () => true },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, name: `${id} of Example`, groups: groupsOf(id) }),
    }),
  };
}

function groupsOf(id: string): string[] {
  if (id === 'guest') return [];
  return [id.includes('admin') ? 'admins' : 'staff'];
}
