import { z } from 'zod';
import { beginSignInPath } from '../pages.ts';
import { defineRoute } from '../route.ts';
import { principalSchema } from './keys.ts';

const tag = 'Sessions';
const path = '/api/session';

/** A page of the dashboard says by this header that it asks; a form or a picture of another page cannot. */
export const pageHeader = 'X-Patchbay-Page';

const credential = z.string().trim().min(1).max(1_000).optional();

export const sessionRoutes = {
  signIn: defineRoute({
    method: 'POST',
    path,
    access: 'open',
    tag,
    summary: `Sign a browser in, with a key or the code of a link. The session is a cookie that scripts cannot read, and counts only in requests with the header ${pageHeader}.`,
    body: z
      .strictObject({ key: credential, code: credential.describe('From a link, which works once.') })
      .refine(({ key, code }) => (key === undefined) !== (code === undefined), {
        path: ['key'],
        message: 'Give a key or a code.',
      }),
    status: 200,
    answer: z
      .object({ principal: principalSchema, expiresAt: z.iso.datetime().describe('When the session ends.') })
      .meta({ id: 'SignedIn' }),
    errors: ['UNAUTHENTICATED', 'SIGN_IN_LINK_SPENT'],
  }),
  listSignIns: defineRoute({
    method: 'GET',
    path: '/api/sign-in',
    access: 'open',
    tag,
    summary: 'The identity providers at which people can sign in; a key works without any.',
    status: 200,
    answer: z
      .object({ providers: z.array(z.object({ issuer: z.string(), title: z.string() })) })
      .meta({ id: 'SignIns' }),
  }),
  beginSignIn: defineRoute({
    method: 'GET',
    path: beginSignInPath,
    access: 'open',
    tag,
    summary: 'Where a browser goes to sign in at an identity provider. It is sent on from here.',
    query: z.strictObject({ issuer: z.string().max(1_000) }),
    status: 302,
    answer: 'nothing',
  }),
  finishSignIn: defineRoute({
    method: 'GET',
    path: '/api/sign-in/callback',
    access: 'open',
    tag,
    summary:
      'Where an identity provider sends a browser back to. Register this address there. It opens a session and leads to the dashboard.',
    query: z.looseObject({}),
    status: 302,
    answer: 'nothing',
  }),
  signOut: defineRoute({
    method: 'DELETE',
    path,
    access: { role: 'viewer' },
    tag,
    summary: 'End the session of this browser.',
    status: 204,
    answer: 'nothing',
  }),
  createSignInLink: defineRoute({
    method: 'POST',
    path: `${path}/links`,
    access: { role: 'viewer' },
    tag,
    summary:
      'Make a link to the dashboard that signs in once, within the hour, as you. Needs a key, not a token.',
    status: 201,
    answer: z
      .object({
        path: z.string().describe('To be opened at the address of the hub.'),
        expiresAt: z.iso.datetime(),
      })
      .meta({ id: 'SignInLink' }),
    errors: ['SIGN_IN_NEEDS_KEY'],
  }),
};
