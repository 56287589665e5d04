import { rpcCodes, type JsonObject, type RpcAnswer } from '@patchbay/contracts';
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
  | { readonly answer: RpcAnswer; readonly lacking?: Lacking | undefined };

/** A call whose client would have to declare more. */
interface Lacking {
  readonly asker: Asker;
  readonly required: JsonObject;
}

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
 * `others` says whether calls of another owner were given up lately, which the server may still be working on.
 */
export function attribute(
  request: InputRequest,
  underWay: Iterable<Asker>,
  others: (owner: string | undefined) => boolean,
): Attribution {
  const using = [...underWay].filter(({ ask }) => isUse(ask.method));
  const [first] = using;
  const { client, owner }: Partial<Interaction> = first?.ask.interaction ?? {};
  if (!first) return { answer: request.method === 'roots/list' ? noRoots : nobody };
  const isOneClient = using.every(({ ask }) => ask.interaction?.client === client) && !others(owner);
  return isOneClient ? askOf(using.at(-1), request) : { answer: ambiguous };
}

/** The question of one call, whose client may be one that cannot be asked. */
export function askOf(asker: Asker | undefined, request: InputRequest): Attribution {
  const isUsing = asker !== undefined && isUse(asker.ask.method);
  if (request.method === 'roots/list' && !isUsing) return { answer: noRoots };
  if (!asker) return { answer: notAnswered(request) };
  const { interaction } = asker.ask;
  const required = missingCapability(interaction?.capabilities, request);
  if (interaction && !required) return { asker, interaction };
  return { answer: notAnswered(request), lacking: required && { asker, required } };
}

function notAnswered({ method, params: { mode } }: InputRequest): RpcAnswer {
  const message = `This client does not answer "${method}"${mode === 'url' ? ' in the mode "url"' : ''}.`;
  return { error: { code: rpcCodes.methodNotFound, message } };
}
