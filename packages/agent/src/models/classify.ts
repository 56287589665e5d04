import { isJsonObject, reasonOf, type ModelEntry, type PatchbayError } from '@patchbay/contracts';
import { APICallError } from 'ai';
import { toModelError, type ModelFailure } from './model-failure.ts';

/** What went wrong with a request, in the words of the provider but without any secret of ours. */
export function classify(entry: ModelEntry, error: unknown): PatchbayError {
  const said = saidBy(error);
  const reason = withoutSecrets(entry, inWords(said.error));
  return toModelError(entry.name, { ...said, reason });
}

type Said = { readonly error: unknown } & Pick<ModelFailure, 'status' | 'retryAfterMs'>;

/** A failure comes as the answer to a request, or, from the SDK as a plain object, within an answer that had begun. */
function saidBy(error: unknown): Said {
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders, data } = error;
    const details = detailsOf(isJsonObject(data) ? data['error'] : undefined);
    const retryAfterMs = toRetryAfter(responseHeaders) ?? details.retryAfterMs;
    return { error, status: details.status ?? toStatus(statusCode), retryAfterMs };
  }
  if (error instanceof Error || !isJsonObject(error)) return { error, status: undefined };
  const { message, statusCode, data } = error;
  return { error: message, ...detailsOf(data), status: toStatus(statusCode) };
}

/** What began well and broke off is no refusal. */
function toStatus(code: unknown): number | undefined {
  return typeof code === 'number' && code >= 400 ? code : undefined;
}

/** Google calls a wrong key an invalid argument, and says in a detail when to come again. */
function detailsOf(error: unknown): Pick<ModelFailure, 'status' | 'retryAfterMs'> {
  const given = isJsonObject(error) ? error['details'] : undefined;
  const details = (Array.isArray(given) ? given : []).filter(isJsonObject);
  const isKey = details.some(({ reason }) => reason === 'API_KEY_INVALID');
  const delay = details.map(({ retryDelay }) => retryDelay).find((value) => typeof value === 'string');
  const ms = Number.parseFloat(delay ?? '') * 1_000;
  return { status: isKey ? 401 : undefined, retryAfterMs: ms > 0 ? ms : undefined };
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
