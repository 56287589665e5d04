/** What the shell gets to know. Help and the reference show this list. */
export const exitCodes = [
  [0, 'done'],
  [1, 'it failed; the message says why and what to do'],
  [2, 'the command was not understood'],
  [3, 'the run was cancelled (`run`, `runs follow`)'],
] as const;

export const failed = 1;
export const notUnderstood = 2;
