import type { PastedServer } from './read-config.ts';

/** `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${input:id}`; `$NAME` at the end of a value. */
const reference =
  /\$\{(?:(?<prefix>env|input):)?(?<long>[^}]+?)(?::-(?<orElse>[^}]*))?\}|(?<=^|\s)\$(?<short>[A-Za-z_]\w*)$/g;

/** Something that a client would put in, and that the hub does not have. */
export interface Reference {
  readonly kind: 'variable' | 'input';
  readonly name: string;
  readonly orElse: string | undefined;
  /** As it stands in the text. */
  readonly written: string;
}

export function referencesIn(server: PastedServer): Reference[] {
  const found: Reference[] = [];
  fillReferences(server, (each) => void found.push(each));
  return found.filter(({ written }, at) => found.findIndex((other) => other.written === written) === at);
}

/** The same server with what stands for something replaced by it; what nobody knows stays. */
export function fillReferences(
  server: PastedServer,
  lookUp: (reference: Reference) => string | undefined,
): PastedServer {
  const fill = (text: string): string =>
    text.replaceAll(reference, (written: string, ...found: unknown[]) => {
      const { prefix, long, short, orElse } = found.at(-1) as Record<string, string | undefined>;
      const kind = prefix === 'input' ? 'input' : 'variable';
      return lookUp({ kind, name: long ?? short ?? '', orElse, written }) ?? written;
    });
  return mapTexts(server, fill) as PastedServer;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}
