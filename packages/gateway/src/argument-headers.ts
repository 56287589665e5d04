import type { IncomingHttpHeaders } from 'node:http';
import { type Json, type RpcFailure } from '@patchbay/contracts';
import { headerTextOf, type HeaderArgument } from '@patchbay/core';
import { decodeHeader, mismatch, oneHeader } from './envelope.ts';

/**
 * Why a call is not served, if it is not: one of the arguments that its tool has marked is not in the header that
 * repeats it. What lies on the way may have routed by the header; rules are about the body.
 */
export function argumentRefusal(
  headers: IncomingHttpHeaders,
  marked: readonly HeaderArgument[],
  args: Json | undefined,
): RpcFailure | undefined {
  for (const argument of marked) {
    const said = headerTextOf(args, argument);
    if (said === undefined) continue;
    const name = `Mcp-Param-${argument.header}`;
    const header = oneHeader(headers[name.toLowerCase()]);
    if (!isSame(decodeHeader(header), said, argument)) return mismatch(name, header, said);
  }
  return undefined;
}

const decimal = /^-?\d+(?:\.\d+)?$/;

function isSame(header: string | undefined, body: string, { isNumber }: HeaderArgument): boolean {
  if (header === body) return true;
  return isNumber && header !== undefined && decimal.test(header) && Number(header) === Number(body);
}
