import type { Clock } from '@patchbay/core';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { withCoolDown } from './cool-down.ts';
import { describeFailure } from './describe-failure.ts';
import { discoverJwksUrl } from './discover-jwks-url.ts';

export interface IssuerAddress {
  readonly issuer: string;
  readonly jwksUrl?: string | undefined;
}

export interface IssuerKeysDeps {
  readonly clock: Clock;
  /** Told after every attempt to get the keys: what went wrong, or undefined. */
  readonly report: (problem: string | undefined) => void;
  /** Told when the issuer publishes other keys than before. */
  readonly onRotated: () => void;
}

/** Keys are fetched with the first token, and their address is looked up again if that failed. */
export function issuerKeys(address: IssuerAddress, deps: IssuerKeysDeps): JWTVerifyGetKey {
  const { clock, report } = deps;
  const findKeys = withCoolDown(clock, () => openKeySet(address, deps));
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    keys ??= findKeys().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    try {
      const key = await (await keys)(header, token);
      report(undefined);
      return key;
    } catch (error) {
      report(isAboutToken(error) ? undefined : describeFailure(error));
      throw error;
    }
  };
}

/** The keys are there, but none fits what the token names. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

/** The cool-down is around the fetching alone: keys that we have stay good while their issuer is away. */
async function openKeySet(
  { issuer, jwksUrl }: IssuerAddress,
  { clock, onRotated }: IssuerKeysDeps,
): Promise<JWTVerifyGetKey> {
  const url = new URL(jwksUrl ?? (await discoverJwksUrl(issuer)));
  const fetchKeys = withCoolDown(clock, noticeChange(fetchKeySet, onRotated));
  return createRemoteJWKSet(url, { timeoutDuration: 5_000, [customFetch]: fetchKeys });
}

const keySetSchema = z.object({ keys: z.array(z.looseObject({})) });

type KeySet = z.output<typeof keySetSchema>;
type FetchOptions = RequestInit;

async function fetchKeySet(url: string, options: FetchOptions): Promise<KeySet> {
  const answer = await fetch(url, options);
  if (answer.status !== 200) throw new Error(`${url} answers ${String(answer.status)}.`);
  const keySet = keySetSchema.safeParse(await answer.json());
  if (!keySet.success) throw new Error(`${url} has no key set.`);
  return keySet.data;
}

function noticeChange(load: typeof fetchKeySet, onRotated: () => void) {
  let last: string | undefined;
  return async (url: string, options: FetchOptions): Promise<Response> => {
    const text = JSON.stringify(await load(url, options));
    if (last !== undefined && last !== text) onRotated();
    last = text;
    return new Response(text);
  };
}
