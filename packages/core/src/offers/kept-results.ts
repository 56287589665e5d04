import { PatchbayError, fail, type JsonObject } from '@patchbay/contracts';
import type { Principal } from '../access/principal.ts';
import type { AskedSlice, ResultSlice } from '../results/read-result.ts';
import type { Offered } from './offered.ts';

type ReadResult = (principal: Principal, slice: AskedSlice) => Promise<ResultSlice>;

const uriTemplate = 'patchbay://results/{id}{?offset,length}';
const address = /^patchbay:\/\/results\/([^/?#]+)(?:\?([^#]*))?$/;
const defaultLength = 50_000;
const maxLength = 1_000_000;

/** Results that were too long to be given whole, as resources of the hub itself. */
export const keptResults: Offered = {
  server: undefined,
  own: uriTemplate,
  offered: uriTemplate,
  definition: {
    uriTemplate,
    name: 'kept-result',
    title: 'The whole of a result that was cut',
    description:
      'Text of a tool result, from a character on. `_meta` says how many there are and where to read on.',
    mimeType: 'text/plain',
  },
};

export function createReadKept(readResult: ReadResult) {
  return (principal: Principal, uri: string): Promise<JsonObject> | undefined => {
    const [, id, query = ''] = address.exec(uri) ?? [];
    return id === undefined ? undefined : read({ principal, uri, id, query });
  };

  async function read({ principal, uri, id, query }: Asked): Promise<JsonObject> {
    try {
      const { text, total, offset, nextOffset } = await readResult(principal, { id, ...sliceOf(query) });
      const about = { total, offset, ...(nextOffset !== undefined && { nextOffset }) };
      return { contents: [{ uri, mimeType: 'text/plain', text, _meta: { 'patchbay/result': about } }] };
    } catch (error) {
      throw PatchbayError.is(error, 'RESULT_NOT_FOUND') ? fail('RESOURCE_NOT_FOUND', { uri }) : error;
    }
  }
}

interface Asked {
  readonly principal: Principal;
  readonly uri: string;
  readonly id: string;
  readonly query: string;
}

/** What is no number is not said. */
function sliceOf(query: string): Pick<AskedSlice, 'offset' | 'length'> {
  const numberOf = (name: string): number | undefined => {
    const text =
      query
        .split('&')
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  };
  const length = Math.min(Math.max(2, numberOf('length') ?? defaultLength), maxLength); // a character may have two units
  return { offset: numberOf('offset') ?? 0, length };
}
