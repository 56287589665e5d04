import { rpcCodes, type Era, type PatchbayError, type RpcFailure } from '@patchbay/contracts';

/** From −32020 to −32099 a code speaks of the hop on which it was sent, and the modern era took −32002 back. */
export function toForeignCode(code: number, era: Era): number {
  if (code === -32_002 && era === 'modern') return rpcCodes.invalidParams;
  const isReserved = code <= -32_020 && code >= -32_099;
  return isReserved || !Number.isInteger(code) ? rpcCodes.internalError : code;
}

export function internalError({ message }: PatchbayError): RpcFailure {
  return { code: rpcCodes.internalError, message };
}
