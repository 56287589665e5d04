import { listProblems, type Problem } from '../problem.ts';
import type { ErrorRows, NoData } from './row.ts';

/** What a caller can get wrong in a request, whichever route it is for. */
export const requestErrors = {
  PATTERN_INVALID: {
    status: 400,
    retry: false,
    says: (d: { pattern: string; reason: string }) => `The pattern ${d.pattern} cannot be used: ${d.reason}`,
    fix: 'Write it in RE2 syntax: without look-behind and back-references.',
  },
  INPUT_INVALID: {
    status: 400,
    retry: false,
    says: (d: { problems: readonly Problem[] }) => listProblems(d.problems),
    fix: 'Change what is named here and try again; `details.problems` has it field by field.',
  },
  REQUEST_MALFORMED: {
    status: 400,
    retry: false,
    says: (d: { reason: string }) => `The request cannot be read: ${d.reason}`,
    fix: 'Send plain HTTP/1.1 with one Host header, an absolute path and a JSON body in UTF-8.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    retry: true,
    says: (_: NoData) => 'The request took too long to arrive.',
    fix: 'Send headers within 5 seconds and the whole request within 30.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    retry: false,
    says: (_: NoData) => 'The headers are larger than 16 KiB.',
    fix: 'Send fewer or shorter headers.',
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { method: string; path: string }) => `There is nothing at ${d.method} ${d.path}.`,
    fix: '`GET /api/openapi.json` lists every route.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retry: false,
    says: (d: { method: string; allowed: readonly string[] }) =>
      `${d.method} is not possible here; ${d.allowed.join(', ')} is.`,
    fix: 'Use one of the methods in the `Allow` header.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    retry: false,
    says: (d: { maxBytes: number }) => `The body is larger than ${String(d.maxBytes)} bytes.`,
    fix: 'Send less in one request.',
  },
  MEDIA_TYPE_UNSUPPORTED: {
    status: 415,
    retry: false,
    says: (d: { got: string }) => `The body must be application/json, not ${d.got}.`,
    fix: 'Send JSON with `Content-Type: application/json` and without `Content-Encoding`.',
  },
} as const satisfies ErrorRows;
