import { isJsonObject, type ContentPart, type ToolResult } from '@patchbay/contracts';
import { renderPart } from '../calls/render-content.ts';

/** The text of one part of an answer: its own, or that of a resource in it. Undefined for pictures and the like. */
export function textIn({ type, text, resource }: ContentPart): string | undefined {
  if (type === 'text') return typeof text === 'string' ? text : undefined;
  const inner = type === 'resource' && isJsonObject(resource) ? resource['text'] : undefined;
  return typeof inner === 'string' ? inner : undefined;
}

export function withText(part: ContentPart, text: string): ContentPart {
  const { type, resource } = part;
  return type === 'resource' && isJsonObject(resource)
    ? { ...part, resource: { ...resource, text } }
    : { ...part, text };
}

/** All of an answer that can be read, one part under the other; then what it has for programs, if given. */
export function wholeText({ content }: ToolResult, structured: string | undefined): string {
  const parts = content.map((part) => textIn(part) ?? renderPart(part));
  return [...parts, ...(structured === undefined ? [] : [structured])].join('\n');
}
