import { isJsonObject, type ContentPart, type ToolResult } from '@patchbay/contracts';
import { renderContent } from '../../calls/render-content.ts';
import type { Picture } from '../model.ts';

/** What every provider that sees takes. */
const seen: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** A result for a model that reads: pictures are a word about them. Where there is no content, what is structured. */
export function readable({ content, structuredContent }: ToolResult): string {
  const text = renderContent(content);
  return text === '' && isJsonObject(structuredContent) ? JSON.stringify(structuredContent) : text;
}

export function picturesOf({ content }: ToolResult): readonly Picture[] {
  return content.flatMap((part) => toPicture(part) ?? []);
}

function toPicture({ type, data, mimeType }: ContentPart): Picture | undefined {
  if (type !== 'image' || typeof data !== 'string' || typeof mimeType !== 'string') return undefined;
  return seen.includes(mimeType) ? { data, mimeType } : undefined;
}
