import { isJsonObject, type ContentPart } from '@patchbay/contracts';

/** Content where only text can be shown: pictures and resources become a word about them. */
export function renderContent(content: readonly ContentPart[]): string {
  return content.map(renderPart).join('\n');
}

/** Only what is text already. */
export function textOf(content: readonly ContentPart[]): string {
  return content
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n');
}

export function renderPart(part: ContentPart): string {
  const { type, text, mimeType, resource } = part;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'image' && typeof mimeType === 'string') return `[Image: ${mimeType}]`;
  const uri = isJsonObject(resource) ? resource['uri'] : undefined;
  if (type === 'resource' && typeof uri === 'string') return `[Resource: ${uri}]`;
  return JSON.stringify(part);
}
