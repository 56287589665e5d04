import type { IncomingMessage, ServerResponse } from 'node:http';
import { pages } from '@patchbay/contracts';
import type { BuiltFile, BuiltFiles } from './built-files.ts';

/** Nothing inline, nothing from elsewhere, nothing made of text at run time. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const page = new RegExp(`^/(?:$|(?:${pages.join('|')})(?:/|$))`);
const forGood = 'public, max-age=31536000, immutable';

/** Sends a file of the dashboard. False when the request is for something else. */
export function serveDashboard(
  files: BuiltFiles | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!files || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  const [path = ''] = (request.url ?? '').split('?');
  const file = files.get(page.test(path) ? '/index.html' : path);
  if (!file) return false;
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Cache-Control', path.startsWith('/assets/') ? forGood : 'no-cache');
  send(file, request, response);
  return true;
}

function send({ bytes, gzip, type }: BuiltFile, request: IncomingMessage, response: ServerResponse): void {
  const isCompressed = gzip !== undefined && /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const body = isCompressed ? gzip : bytes;
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    Vary: 'Accept-Encoding',
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
