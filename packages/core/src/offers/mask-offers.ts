import { isJsonObject, type ContentPart, type Json, type JsonObject } from '@patchbay/contracts';
import type { Masker } from '../masking/masker.ts';

/*
 * What is read of a server is masked as results of tools are: each of these makes one of it and takes it apart again.
 * When masking fails, what comes back is one text that says so, and it is that which is shown.
 */

/** The contents of a resource: texts, and files as base64. */
export async function maskContents(masker: Masker, result: JsonObject, uri: string): Promise<JsonObject> {
  const { contents, ...others } = result;
  const parts = asList(contents).map((resource): ContentPart => ({ type: 'resource', resource }));
  const { content, ...shown } = await masker.result({ ...others, content: parts });
  return { ...shown, contents: content.map((part) => part['resource'] ?? { uri, text: part['text'] }) };
}

/** The messages of a prompt, of which each has one part, or in some servers several. */
export async function maskMessages(masker: Masker, result: JsonObject): Promise<JsonObject> {
  const { messages, ...others } = result;
  const given = asList(messages).filter(isJsonObject);
  const parts = given.flatMap(({ content }) => asList(content).filter(isPart));
  const frames = given.map(({ content: _, ...frame }) => frame);
  const {
    content,
    messages: shownFrames,
    ...shown
  } = await masker.result({
    ...others,
    messages: frames,
    content: parts,
  });
  if (!Array.isArray(shownFrames))
    return { messages: content.map((part) => ({ role: 'user', content: part })) };
  const left = [...content];
  const refill = (at: number): Json => {
    const own = given[at]?.['content'];
    return Array.isArray(own) ? left.splice(0, own.filter(isPart).length) : (left.shift() ?? null);
  };
  return {
    ...shown,
    messages: shownFrames.map((frame: JsonObject, at) => ({ ...frame, content: refill(at) })),
  };
}

export async function maskCompletion(masker: Masker, result: JsonObject): Promise<JsonObject> {
  const { content: _, ...shown } = await masker.result({ ...result, content: [] });
  return isJsonObject(shown['completion']) ? shown : noCompletion;
}

export const noCompletion: JsonObject = { completion: { values: [], hasMore: false } };

function asList(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function isPart(value: Json): value is ContentPart {
  return isJsonObject(value) && typeof value['type'] === 'string';
}
