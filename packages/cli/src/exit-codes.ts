/** What the shell gets to know. Help and the reference show this list. */
export const exitCodes = [
  [0, 'done'],
  [1, 'it failed; the message says why and what to do'],
  [2, 'the command was not understood'],
] as const;

export const failed = 1;
export const notUnderstood = 2;
