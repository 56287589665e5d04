import { fail } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import type { Clock } from '../clock.ts';
import type { KeptResult, ResultStore } from './kept-result.ts';

export interface ReadResultDeps {
  readonly store: Pick<ResultStore, 'find' | 'read'>;
  readonly clock: Clock;
}

export interface AskedSlice {
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

export interface ResultSlice {
  readonly id: string;
  readonly total: number;
  readonly offset: number;
  readonly text: string;
  /** Where the next slice begins, if there is one. */
  readonly nextOffset: number | undefined;
}

/** For who made the call, and for admins. Nobody else learns that it is there. */
export function createReadResult({ store, clock }: ReadResultDeps) {
  const find = async (principal: Principal, id: string): Promise<KeptResult | undefined> => {
    const kept = await store.find(id);
    const isTheirs = kept?.principal === principal.id || hasRole(principal, 'admin');
    return kept && isTheirs && kept.expiresAt > clock.now() ? kept : undefined;
  };
  return async (principal: Principal, { id, offset, length }: AskedSlice): Promise<ResultSlice> => {
    const { total = 0 } = (await find(principal, id)) ?? {};
    const end = Math.min(offset + length, total);
    const read = offset < end ? await store.read(id, offset, end) : '';
    if (total === 0 || read === undefined) throw fail('RESULT_NOT_FOUND', { id });
    const text = end < total ? withoutHalf(read) : read;
    const next = offset + text.length;
    return { id, total, offset, text, nextOffset: text !== '' && next < total ? next : undefined };
  };
}

/** A character of two units is given whole, with the next slice. */
function withoutHalf(text: string): string {
  return text.length > 1 && /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
