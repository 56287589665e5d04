import { permissions, roles, secretText } from '@patchbay/contracts';
import { parseKey } from '@patchbay/core';
import { z } from 'zod';

const grant = z.enum([...roles, ...permissions]);

const signInSchema = z
  .strictObject({
    clientId: z.string().min(1).describe('As the hub is registered there.'),
    clientSecret: secretText.optional().describe('Left out: the hub is a public client there.'),
    title: z.string().min(1).max(60).optional().describe('On the button. Left out: the host of the issuer.'),
    scopes: z.array(z.string().min(1)).default(['openid', 'profile', 'email']),
  })
  .refine(({ scopes }) => scopes.includes('openid'), { path: ['scopes'], message: 'Name openid as well.' })
  .describe(
    'People sign in to the dashboard here, by OpenID Connect. Register <address of the hub>/api/sign-in/callback there.',
  );

const issuerSchema = z.strictObject({
  issuer: z.url().describe('As it stands in the tokens.'),
  audience: z.union([
    z
      .string()
      .min(1)
      .transform((one) => [one]),
    z.array(z.string().min(1)).min(1),
  ]),
  jwksUrl: z.url().optional().describe("Found through the issuer's metadata when left out."),
  roles: z
    .union([
      z.array(grant),
      z.strictObject({ claim: z.string().min(1), values: z.record(z.string(), z.array(grant)) }),
    ])
    .optional()
    .describe('Roles of every token, or by the values of a claim. Left out: the names in the claim `roles`.'),
  signIn: signInSchema.optional(),
});

const howToWriteOrigin = 'Write scheme, host and port, such as http://localhost:6274.';
const howToWriteKey = 'Write it as pbk_<id>_<secret>; the id has letters, digits and dashes.';

/** Origins are compared letter by letter, so another spelling would never match. */
function isAsBrowsersWriteIt(text: string, context: z.RefinementCtx): void {
  const origin = URL.canParse(text) ? new URL(text).origin : undefined;
  if (origin === text) return;
  context.addIssue(origin === undefined ? howToWriteOrigin : `Write it as browsers do: ${origin}.`);
}

const origin = z
  .string()
  .regex(/^https?:\/\/[^/]+$/i, { error: howToWriteOrigin, abort: true })
  .superRefine(isAsBrowsersWriteIt);

/** Who may reach the hub, under which names, and whose tokens count. */
export const authSchema = z.strictObject({
  allowedHosts: z
    .array(
      z
        .string()
        .toLowerCase()
        .regex(/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/, 'Write a host name, without http://.'),
    )
    .default([])
    .describe('Names under which the hub may be reached, beside 127.0.0.1, localhost and [::1].'),
  allowedOrigins: z.array(origin).default([]).describe('Foreign web pages that may talk to the hub.'),
  publicUrl: origin
    .optional()
    .describe('How clients reach the hub, such as https://hub.example.com. Left out: as each request came.'),
  adminKey: secretText
    .refine((key) => parseKey(key.reveal()) !== undefined, howToWriteKey)
    .optional()
    .describe('Taken as it is: pbk_<id>_<secret>. Better set as PATCHBAY_ADMIN_KEY.'),
  issuers: z.array(issuerSchema).default([]),
});
