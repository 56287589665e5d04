const bytesPerToken = 4;

/** How many tokens a text has, about: no two models count alike, and none is asked. */
export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).byteLength / bytesPerToken);
}
