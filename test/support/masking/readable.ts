/** Whether somebody who tries all that is usual can read this in what was said. Knows nothing of how masking works. */
export function isReadable(secret: string, said: unknown): boolean {
  const texts = [...stringsIn(said), partsIn(said).join('')];
  return texts.some((text) => readings(text).some((read) => read.includes(secret)));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  return [...keys, ...Object.values(value).flatMap(stringsIn)];
}

/** What is one text in several parts: the texts of a result, and messages. */
function partsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const isPart = typeof inner === 'string' && (key === 'text' || Array.isArray(value));
    return isPart ? [inner] : partsIn(inner);
  });
}

/** The text, and what it says when it is decoded, up to three times. */
function readings(text: string, times = 3): string[] {
  if (times === 0) return [text];
  const inner = [fromAddress(text), fromJson(text), ...fromBase64(text), ...fromHex(text)];
  const others = inner.filter((read) => read !== '' && read !== text);
  return [text, ...others.flatMap((read) => readings(read, times - 1))];
}

function fromAddress(text: string): string {
  return text.replaceAll('+', ' ').replaceAll(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    const bytes = codes.split('%').slice(1);
    return Buffer.from(bytes.join(''), 'hex').toString();
  });
}

function fromJson(text: string): string {
  return text.replaceAll(/\\(u[0-9a-f]{4}|.)/g, (escape) => {
    try {
      return String(JSON.parse(`"${escape}"`));
    } catch {
      return escape;
    }
  });
}

/** Whatever stands before it, one of four beginnings is the right one. */
function fromBase64(text: string): string[] {
  const runs = text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? [];
  return runs.flatMap((run) => [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString()));
}

function fromHex(text: string): string[] {
  const runs = text.match(/[0-9a-f]{8,}/gi) ?? [];
  return runs.flatMap((run) => [0, 1].map((skip) => Buffer.from(run.slice(skip), 'hex').toString()));
}
