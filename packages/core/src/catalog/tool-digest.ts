import type { ToolDefinition } from '@patchbay/contracts';
import type { Digest } from '../access/key.ts';
import { canonicalJson } from '../canonical.ts';

/** Of the whole definition as the server wrote it: a change in any corner makes it another tool. */
export type ToolDigest = (definition: ToolDefinition) => string;

export function createToolDigest(digest: Pick<Digest, 'sha256'>): ToolDigest {
  const known = new WeakMap<ToolDefinition, string>();
  return (definition) => {
    const made = known.get(definition) ?? digest.sha256(canonicalJson(definition));
    known.set(definition, made);
    return made;
  };
}
