import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import { formatBytes } from './output.ts';

export interface ShownResult {
  readonly content: readonly JsonObject[];
  readonly structuredContent?: Json | undefined;
}

/** What a tool answered, for people: text as it is, everything else by what and how large it is. */
export function renderResult({ content, structuredContent }: ShownResult): string {
  const hasText = content.some(({ type }) => type === 'text');
  const structured =
    hasText || structuredContent === undefined ? [] : [JSON.stringify(structuredContent, null, 2)];
  return [...content.map(renderPart), ...structured].join('\n');
}

/** Only the text, or where there is none, the structured answer. */
export function rawText({ content, structuredContent }: ShownResult): string {
  const texts = content.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  if (texts.length > 0 || structuredContent === undefined) return texts.join('\n');
  return JSON.stringify(structuredContent);
}

function renderPart(part: JsonObject): string {
  const { type, text, mimeType, data, resource, uri, size } = part;
  if (type === 'text' && typeof text === 'string') return text;
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return placeholder(type, [mimeType, formatBytes(decodedLength(data))]);
  if (type === 'resource' && isJsonObject(resource)) return renderResource(resource);
  if (type === 'resource_link')
    return placeholder('link', [uri, mimeType, typeof size === 'number' ? formatBytes(size) : undefined]);
  return JSON.stringify(part);
}

function renderResource({ uri, mimeType, text, blob }: JsonObject): string {
  const bytes =
    typeof blob === 'string' ? decodedLength(blob) : typeof text === 'string' ? utf8Length(text) : undefined;
  return placeholder('resource', [uri, mimeType, bytes === undefined ? undefined : formatBytes(bytes)]);
}

function placeholder(what: string, facts: readonly (Json | undefined)[]): string {
  const known = facts.filter((fact) => typeof fact === 'string');
  return `[${[what, ...known].join(', ')}]`;
}

function decodedLength(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}
