/** What stands instead of all that a Secret holds, the names of its keys included. */
export const secretData = '[MASKED_SECRET_DATA]';
export const by = 'kubernetes_secret';

/** What of a Secret nobody may see. */
export function isSecretKey(key: string): boolean {
  return key === 'data' || key === 'stringData';
}

/** Something in every text that has a Secret in it, in YAML or JSON, also inside of another JSON. */
export const secretHint = /kind\\*["']?\s{0,8}:[^\n\r,{}]{0,40}?Secret/;
