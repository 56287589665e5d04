import {
  fail,
  isJsonObject,
  rpcCodes,
  type JsonObject,
  type PatchbayError,
  type RpcFailure,
} from '@patchbay/contracts';

/** A server that must ask something says so with a code of its hop; to the caller it is an error of the hub's own. */
export function refuseMissingCapability({ code, data }: RpcFailure, serverId: string): void {
  if (code !== rpcCodes.missingClientCapability) return;
  const required = isJsonObject(data) ? data['requiredCapabilities'] : undefined;
  throw inputUnavailable(serverId, isJsonObject(required) ? required : {});
}

/** `required` is what the client would have to declare. */
export function inputUnavailable(serverId: string, required: JsonObject): PatchbayError {
  const needs = Object.keys(required).join(', ');
  return fail('INPUT_UNAVAILABLE', { serverId, needs: needs === '' ? 'more than it says' : needs, required });
}
