/** The first part of each address of the dashboard; below each of them, the hub serves the same page. */
export const pages = [
  'servers',
  'tools',
  'approvals',
  'chat',
  'runs',
  'network', // the mesh: its own name is taken by the wire that agents speak
  'policies',
  'audit',
  'keys',
  'settings',
  'doctor',
] as const;
export type PageName = (typeof pages)[number];

/** Where a browser goes to sign in at an identity provider. */
export const beginSignInPath = '/api/sign-in/begin';

/** Why somebody could not sign in there. The page has the words for it. */
export const signInFailures = ['refused', 'expired', 'unreachable', 'no-role', 'invalid'] as const;
export type SignInFailure = (typeof signInFailures)[number];
