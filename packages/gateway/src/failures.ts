import { PatchbayError, rpcCodes, type Era, type RpcFailure } from '@patchbay/contracts';
import { invalidParams } from './incoming.ts';

/** From −32020 to −32099 a code speaks of the hop on which it was sent, and the modern era took −32002 back. */
export function toForeignCode(code: number, era: Era): number {
  if (code === -32_002 && era === 'modern') return rpcCodes.invalidParams;
  const isReserved = code <= -32_020 && code >= -32_099;
  return isReserved || !Number.isInteger(code) ? rpcCodes.internalError : code;
}

export function internalError({ message }: PatchbayError): RpcFailure {
  return { code: rpcCodes.internalError, message };
}

/** A client of the modern era can be told what it would have to declare. */
export function missingCapability({ message, data }: PatchbayError<'INPUT_UNAVAILABLE'>): RpcFailure {
  return {
    code: rpcCodes.missingClientCapability,
    message,
    data: { requiredCapabilities: data.required },
  };
}

/** The modern era took the legacy code back. */
const notFound: Readonly<Record<Era, number>> = { legacy: -32_002, modern: rpcCodes.invalidParams };

/** Why a resource or a prompt could not be had: the server's own refusal, a name that means nothing, or ours. */
export function toRpcFailure(error: PatchbayError, era: Era): RpcFailure {
  if (PatchbayError.is(error, 'SERVER_REFUSED')) {
    const { code, reason, data } = error.data;
    return { code: toForeignCode(code, era), message: reason, ...(data !== undefined && { data }) };
  }
  if (PatchbayError.is(error, 'RESOURCE_NOT_FOUND'))
    return { code: notFound[era], message: error.message, data: { uri: error.data.uri } };
  if (PatchbayError.is(error, 'PROMPT_NOT_FOUND')) return invalidParams(error.message);
  if (PatchbayError.is(error, 'INPUT_UNAVAILABLE') && era === 'modern') return missingCapability(error);
  return { ...internalError(error), data: { code: error.code } };
}
