import { fail, type ProtectedResource } from '@patchbay/contracts';
import type { Handlers } from '../handler.ts';

export interface OAuthHandlerDeps {
  /** What the hub is to OAuth clients at this path, or undefined where it takes keys only. */
  readonly describeResource: (headers: Headers, path: string) => ProtectedResource | undefined;
}

export function oauthHandlers({
  describeResource,
}: OAuthHandlerDeps): Handlers<'protectedResource' | 'protectedResourceMcp' | 'protectedResourceSse'> {
  const at =
    (path: string) =>
    ({ request }: { readonly request: Request }) => {
      const body = describeResource(request.headers, path);
      if (!body) throw fail('OAUTH_NOT_OFFERED', {});
      return { body };
    };
  return {
    protectedResource: at('/mcp'),
    protectedResourceMcp: at('/mcp'),
    protectedResourceSse: at('/sse'),
  };
}
