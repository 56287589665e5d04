import { isJsonObject, type JsonObject } from '@patchbay/contracts';

/** What mesh agents hide among the arguments on the way to each other. */
const meshKeys = ['_trace_id', '_parent_span', '_mesh_headers'] as const;

/** The arguments without what is not meant for the tool, unless its own schema names it. */
export function withoutMeshKeys(args: JsonObject, { properties }: JsonObject): JsonObject {
  const own = isJsonObject(properties) ? properties : {};
  const foreign = meshKeys.filter((key) => Object.hasOwn(args, key) && !Object.hasOwn(own, key));
  if (foreign.length === 0) return args;
  const kept = Object.entries(args).filter(([key]) => !foreign.some((one) => one === key));
  return Object.fromEntries(kept);
}
