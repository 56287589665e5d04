import { PatchbayError, type ErrorData, type RpcAnswer } from '@patchbay/contracts';
import type { Connector, Link, LinkEnd } from '../../connections/link.ts';
import type { Server } from '../../servers/server.ts';

type Mask = (text: string) => string;

/**
 * Why a connection failed is shown in statuses, events, warnings and the log, long after any call: no stored
 * credential may be in it, whatever the server or its process says.
 */
export function maskFailures(connect: Connector, maskFor: (server: Server) => Mask): Connector {
  return async (open) => {
    const mask = maskFor(open.server);
    const maskAndThrow = (error: unknown): never => {
      throw maskReason(error, mask);
    };
    const link: Link = await connect(open).catch(maskAndThrow);
    return {
      ...link,
      ended: link.ended.then((end) => maskEnd(end, mask)),
      request: (ask) => link.request(ask).then((answer) => maskRefusal(answer, mask), maskAndThrow),
    };
  };
}

function maskReason(error: unknown, mask: Mask): unknown {
  if (!PatchbayError.is(error) || !('reason' in error.data)) return error;
  const { code, data, cause } = error;
  const reason = mask(error.data.reason);
  if (reason === error.data.reason) return error;
  return new PatchbayError(code, { ...data, reason } as ErrorData<typeof code>, { cause }); // the same keys
}

function maskEnd(end: LinkEnd, mask: Mask): LinkEnd {
  return { ...end, reason: mask(end.reason), lastWords: end.lastWords && mask(end.lastWords) };
}

/** Of a call, the whole answer is masked later. Of what the hub asks for itself, only this is ever shown. */
function maskRefusal(answer: RpcAnswer, mask: Mask): RpcAnswer {
  if (!answer.error) return answer;
  return { error: { ...answer.error, message: mask(answer.error.message) } };
}
