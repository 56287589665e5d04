import type { CatalogTool, HeaderArgument, Principal, View } from '@patchbay/core';
import { isWrapped } from './legacy-output.ts';

/** What a few tools have that whoever passes their calls on must know. */
interface ToolTraits {
  readonly headerArguments: readonly HeaderArgument[];
  /** Its output is shown to legacy clients inside an object. */
  readonly isOutputWrapped: boolean;
}

interface Named {
  readonly view: View;
  readonly principal: Principal;
  readonly name: string;
}

export type TraitsOf = (named: Named) => ToolTraits | undefined;

/** Looked up in an index of the few, made once for each list; most tools are not in it. */
export function createTraitsOf(): TraitsOf {
  const indexes = new WeakMap<readonly CatalogTool[], ReadonlyMap<string, ToolTraits>>();
  return ({ view, principal, name }) => {
    const tools = view.toolsFor(principal);
    const index = indexes.get(tools) ?? indexOf(tools);
    indexes.set(tools, index);
    return index.get(name);
  };
}

/** By every name that a call may use. One that two tools have means neither. */
function indexOf(tools: readonly CatalogTool[]): ReadonlyMap<string, ToolTraits> {
  const index = new Map<string, ToolTraits>();
  for (const { name, qualified, offered, headerArguments = [], definition } of tools) {
    const isOutputWrapped = isWrapped(definition['outputSchema']);
    if (headerArguments.length === 0 && !isOutputWrapped) continue;
    for (const alias of [name, qualified, offered]) index.set(alias, { headerArguments, isOutputWrapped });
  }
  return index;
}
