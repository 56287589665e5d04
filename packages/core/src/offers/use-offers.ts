import { fail, isJsonObject, PatchbayError, rpcCodes, type Json, type JsonObject } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { Cancellation } from '../calls/cancellation.ts';
import { withMaskedNews } from '../calls/stages/mask.ts';
import type { Connections } from '../connections/connections.ts';
import type { Interaction } from '../interaction/interaction.ts';
import type { LogWish } from '../logging/log-level.ts';
import type { Masking } from '../masking/create-masking.ts';
import type { TraceContext } from '../tracing/trace-context.ts';
import type { AskServer, Question } from './ask-server.ts';
import { maskCompletion, maskContents, maskMessages, noCompletion } from './mask-offers.ts';
import type { OfferBook } from './offer-book.ts';
import type { Owner } from './offered.ts';

type Book = Pick<OfferBook, 'ownersOf' | 'templateOf' | 'promptOf'>;

export interface UseOffersDeps {
  readonly offers: { bookFor(principal: Principal): Book };
  readonly askServer: AskServer;
  readonly connections: Connections;
  readonly masking: Masking;
  /** What the hub itself has at this address; undefined if it is not one of its own. */
  readonly readOwn: (principal: Principal, uri: string) => Promise<JsonObject> | undefined;
}

/** Who asks, and for how long. */
export interface AskedOffer {
  readonly principal: Principal;
  /** Of a profile; those of everybody if not given. */
  readonly offers?: { bookFor(principal: Principal): Book } | undefined;
  /** What the client says to the server itself. */
  readonly meta?: JsonObject | undefined;
  readonly trace?: TraceContext | undefined;
  readonly signal?: Cancellation | undefined;
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
  readonly log?: LogWish | undefined;
  /** The way back to the client, if it can be asked anything. */
  readonly interaction?: Interaction | undefined;
}

/** The same rights decide what is listed and what can be read. */
export interface UseOffers {
  readResource(asked: AskedOffer, uri: string): Promise<JsonObject>;
  getPrompt(asked: AskedOffer, name: string, args: Json | undefined): Promise<JsonObject>;
  complete(asked: AskedOffer, params: JsonObject): Promise<JsonObject>;
}

export function createUseOffers(deps: UseOffersDeps): UseOffers {
  const ask = createAskMasked(deps);
  const bookOf = ({ principal, offers = deps.offers }: AskedOffer): Book => offers.bookFor(principal);

  async function readAt({ server, own }: Owner, uri: string, asked: AskedOffer): Promise<JsonObject> {
    const { result, masker } = await ask({ server, method: 'resources/read', params: { uri: own } }, asked);
    const { contents } = result;
    if (!Array.isArray(contents)) throw broken(server, 'its answer to resources/read has no contents.');
    const named = contents.map((one: Json) =>
      isJsonObject(one) && one['uri'] === own ? { ...one, uri } : one,
    );
    return maskContents(masker, { ...result, contents: named }, uri);
  }

  return {
    async readResource(asked, uri) {
      const own = deps.readOwn(asked.principal, uri);
      if (own) return own;
      for (const owner of bookOf(asked).ownersOf(uri)) {
        try {
          return await readAt(owner, uri, asked);
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
      }
      throw fail('RESOURCE_NOT_FOUND', { uri });
    },

    async getPrompt(asked, name, args) {
      const owner = bookOf(asked).promptOf(name);
      if (!owner) throw fail('PROMPT_NOT_FOUND', { name });
      const { server, own } = owner;
      const params = { name: own, ...(args !== undefined && { arguments: args }) };
      const { result, masker } = await ask({ server, method: 'prompts/get', params }, asked);
      if (!Array.isArray(result['messages']))
        throw broken(server, 'its answer to prompts/get has no messages.');
      return maskMessages(masker, result);
    },

    async complete(asked, { _meta: _, ref, ...others }) {
      const { owner, ref: ownRef } = ownerOf(bookOf(asked), ref);
      const params = { ...others, ref: ownRef };
      try {
        const { server } = owner;
        const { result, masker } = await ask({ server, method: 'completion/complete', params }, asked);
        return await maskCompletion(masker, result);
      } catch (error) {
        // A server need not complete anything; then there is nothing to propose.
        if (PatchbayError.is(error, 'SERVER_REFUSED') && error.data.code === rpcCodes.methodNotFound)
          return noCompletion;
        throw error;
      }
    },
  };
}

/** Nothing that a server says goes on before it was masked: its errors and progress here, its result by the masker. */
function createAskMasked({ connections, masking, askServer }: UseOffersDeps) {
  return async (question: Pick<Question, 'server' | 'method' | 'params'>, asked: AskedOffer) => {
    const masker = masking.of(connections.find(question.server)?.server);
    const { meta, trace, signal, onProgress, log, interaction } = withMaskedNews(asked, masker);
    const params = meta ? { ...question.params, _meta: meta } : question.params;
    try {
      const result = await askServer({ ...question, params, trace, signal, onProgress, log, interaction });
      return { result, masker };
    } catch (error) {
      throw await masker.error(error);
    }
  };
}

/** What is completed, as its owner calls it. */
function ownerOf(book: Book, ref: Json | undefined): { owner: Owner; ref: JsonObject } {
  const { name, uri }: JsonObject = isJsonObject(ref) ? ref : {};
  if (isJsonObject(ref) && typeof uri === 'string') {
    const owner = book.templateOf(uri) ?? book.ownersOf(uri)[0];
    if (owner) return { owner, ref: { ...ref, uri: owner.own } };
    throw fail('RESOURCE_NOT_FOUND', { uri });
  }
  const owner = typeof name === 'string' ? book.promptOf(name) : undefined;
  if (owner && isJsonObject(ref)) return { owner, ref: { ...ref, name: owner.own } };
  throw fail('PROMPT_NOT_FOUND', { name: typeof name === 'string' ? name : JSON.stringify(ref) });
}

const legacyNotFound = -32_002;

/** The eras have different codes for it; in the newer one it is that of bad parameters, with the URI beside it. */
function isNotFound(error: unknown): boolean {
  if (!PatchbayError.is(error, 'SERVER_REFUSED')) return false;
  const { code, data } = error.data;
  const namesUri = isJsonObject(data) && typeof data['uri'] === 'string';
  return code === legacyNotFound || (code === rpcCodes.invalidParams && namesUri);
}

function broken(serverId: string, reason: string) {
  return fail('MCP_PROTOCOL_ERROR', { serverId, reason });
}
