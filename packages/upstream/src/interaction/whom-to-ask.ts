import { rpcCodes, type RpcAnswer } from '@patchbay/contracts';
import { missingCapability, type InputRequest, type Interaction, type LinkRequest } from '@patchbay/core';
import { isUse } from './rounds.ts';

/** A request under way, whose client could be meant. */
export interface Asker {
  readonly ask: Pick<LinkRequest, 'method' | 'interaction' | 'interactionMs'>;
  /** Its time stands still until `resume`. */
  hold(): void;
  resume(): void;
}

/** Whom to ask, or what the server is told instead. */
export type Attribution =
  | { readonly asker: Asker; readonly interaction: Interaction }
  | { readonly answer: RpcAnswer };

const noRoots: RpcAnswer = { result: { roots: [] } };
const nobody: RpcAnswer = {
  error: { code: rpcCodes.invalidRequest, message: 'No call is under way that this could belong to.' },
};
const ambiguous: RpcAnswer = {
  error: {
    code: rpcCodes.internalError,
    message:
      'Calls of several clients are under way on this connection, and nothing says to which of them this belongs.',
  },
};

/**
 * A server's question says not to which call it belongs. It is asked only if all calls that it could belong to are of
 * one client: whatever is uncertain is refused, so that nobody is shown a question of somebody else's call.
 * `others` says whether calls of another client were given up lately, which the server may still be working on.
 */
export function attribute(
  request: InputRequest,
  underWay: Iterable<Asker>,
  others: (client: string | undefined) => boolean,
): Attribution {
  const using = [...underWay].filter(({ ask }) => isUse(ask.method));
  const [first] = using;
  const client = first?.ask.interaction?.client;
  if (!first) return { answer: request.method === 'roots/list' ? noRoots : nobody };
  const isOneClient = using.every(({ ask }) => ask.interaction?.client === client) && !others(client);
  return isOneClient ? askOf(using.at(-1), request) : { answer: ambiguous };
}

/** The question of one call, whose client may be one that cannot be asked. */
export function askOf(asker: Asker | undefined, request: InputRequest): Attribution {
  const interaction = asker?.ask.interaction;
  if (asker && interaction && !missingCapability(interaction.capabilities, request))
    return { asker, interaction };
  if (request.method === 'roots/list' && !(asker && isUse(asker.ask.method))) return { answer: noRoots };
  const message = `This client does not answer "${request.method}"${request.params['mode'] === 'url' ? ' in the mode "url"' : ''}.`;
  return { answer: { error: { code: rpcCodes.methodNotFound, message } } };
}
