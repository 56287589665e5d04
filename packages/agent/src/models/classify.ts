import { reasonOf, type ModelEntry, type PatchbayError } from '@patchbay/contracts';
import { APICallError } from 'ai';
import { toModelError } from './model-failure.ts';

/** What went wrong with a request, in the words of the provider but without any secret of ours. */
export function classify(entry: ModelEntry, error: unknown): PatchbayError {
  const reason = withoutSecrets(entry, inWords(error));
  if (!APICallError.isInstance(error)) return toModelError(entry.name, { status: undefined, reason });
  const { statusCode = 0, responseHeaders } = error;
  const status = statusCode >= 400 ? statusCode : undefined; // what began well and broke off is no refusal
  return toModelError(entry.name, { status, reason, retryAfterMs: toRetryAfter(responseHeaders) });
}

const longest = 500;

function inWords(error: unknown): string {
  const words = reasonOf(error).replaceAll(/\s+/g, ' ').trim();
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : '';
  return `${words}${cause}`.slice(0, longest);
}

/** Some providers repeat the key that they refuse, or the beginning of it. */
function withoutSecrets({ apiKey, headers }: ModelEntry, text: string): string {
  const secrets = [...(apiKey ? [apiKey] : []), ...Object.values(headers)].map((secret) => secret.reveal());
  return secrets.reduce((masked, secret) => maskParts(masked, secret), text);
}

const shortestPart = 8;

function maskParts(text: string, secret: string): string {
  const whole = text.replaceAll(secret, '[redacted]');
  const beginning = secret.slice(0, shortestPart);
  if (secret.length < shortestPart || !whole.includes(beginning)) return whole;
  return whole
    .split(' ')
    .map((word) => (word.includes(beginning) ? '[redacted]' : word))
    .join(' ');
}

function toRetryAfter(headers: Readonly<Record<string, string>> | undefined): number | undefined {
  const ms = Number(headers?.['retry-after-ms']);
  if (Number.isFinite(ms) && ms > 0) return ms;
  const seconds = Number(headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined;
}
