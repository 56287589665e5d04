import { PatchbayError, signInFailures, type SignInFailure } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { me } from '../me.ts';
import { common } from '../texts/common.ts';
import { Failed, Loading } from '../ui/states.tsx';
import { SignIn, type SignInProps } from './sign-in.tsx';

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }));

/** A link has its secret behind `#`, where no server sees it; it is taken out of sight and history at once. */
export function takeCode(): string | undefined {
  const [, code] = /^#sign-in=([\w-]+)$/.exec(location.hash) ?? [];
  if (code !== undefined) history.replaceState(null, '', location.pathname);
  return code;
}

/** What a failed sign-in at an identity provider left in the address, likewise. */
export function takeFailure(): SignInFailure | undefined {
  const why = signInFailures.find((one) => location.hash === `#sign-in-failed=${one}`);
  if (why !== undefined) history.replaceState(null, '', location.pathname);
  return why;
}

/** The whole page: who you are decides whether it is the frame or the way in. */
export function Root({ enterByLink: given, failure }: SignInProps) {
  const [byLink, setByLink] = useState(() => given);
  const { data, error, isPending, refetch } = useQuery({ ...me, enabled: byLink === undefined });
  useEffect(() => {
    if (data) setByLink(undefined);
  }, [data]);
  if (data)
    return (
      <Suspense fallback={<Loading />}>
        <Shell />
      </Suspense>
    );
  const isSignedOut = data === null || byLink !== undefined || PatchbayError.is(error, 'UNAUTHENTICATED');
  if (isSignedOut) return <SignIn enterByLink={byLink} failure={failure} />;
  return (
    <main className="mx-auto max-w-lg p-6">
      <h1 className="mb-4 text-lg font-semibold">{common.product}</h1>
      {isPending ? <Loading /> : <Failed error={error} again={() => void refetch()} />}
    </main>
  );
}
