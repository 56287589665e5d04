import { errorCatalog, type ErrorCode, type ErrorData } from './catalog.ts';

/** `Symbol.for`, so two installed copies of this package still recognise each other's errors. */
const brand = Symbol.for('patchbay.error');

export class PatchbayError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'PatchbayError';
  readonly [brand] = true;
  readonly code: C;
  readonly data: ErrorData<C>;

  constructor(code: C, data: ErrorData<C>, options?: ErrorOptions) {
    super(errorCatalog[code].says(data as never), options); // `says` and `data` belong to the same row
    this.code = code;
    this.data = data;
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }

  get retry(): boolean {
    return errorCatalog[this.code].retry;
  }

  get fix(): string {
    return errorCatalog[this.code].fix;
  }

  static is<C extends ErrorCode>(error: unknown, code?: C): error is PatchbayError<C> {
    if (typeof error !== 'object' || error === null || !(brand in error)) return false;
    return code === undefined || (error as PatchbayError).code === code;
  }
}

/** Reads as a sentence at the throw site: `throw fail('SERVER_NOT_FOUND', { serverId })`. */
export function fail<C extends ErrorCode>(code: C, data: ErrorData<C>, cause?: unknown): PatchbayError<C> {
  return new PatchbayError(code, data, cause === undefined ? undefined : { cause });
}
