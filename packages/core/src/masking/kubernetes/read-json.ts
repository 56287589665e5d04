import type { TextNode } from './text-node.ts';

const maxDepth = 64;

/** A JSON text with the places of its values; undefined when it is none, or too deep. */
export function readJson(text: string): TextNode | undefined {
  const reader = new Reader(text);
  const node = reader.value(0);
  return node && reader.isAtEnd() ? node : undefined;
}

/** A class because all of its parts move one position. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at === this.#text.length;
  }

  value(depth: number): TextNode | undefined {
    this.#skipSpace();
    const character = this.#text[this.#at];
    if (depth > maxDepth) return undefined;
    if (character === '{') return this.#object(depth);
    if (character === '[') return this.#array(depth);
    return character === '"' ? this.#string() : this.#match(/(?:-?\d[\d.eE+-]*|true|false|null)(?![\w.])/y);
  }

  #object(depth: number): TextNode | undefined {
    const start = this.#at;
    const entries: [string, TextNode][] = [];
    this.#at += 1;
    if (this.#take('}')) return { start, end: this.#at, entries };
    do {
      this.#skipSpace();
      const key = this.#string()?.text;
      const value = key !== undefined && this.#take(':') ? this.value(depth + 1) : undefined;
      if (key === undefined || !value) return undefined;
      entries.push([key, value]);
    } while (this.#take(','));
    return this.#take('}') ? { start, end: this.#at, entries } : undefined;
  }

  #array(depth: number): TextNode | undefined {
    const start = this.#at;
    const items: TextNode[] = [];
    this.#at += 1;
    if (this.#take(']')) return { start, end: this.#at, items };
    do {
      const value = this.value(depth + 1);
      if (!value) return undefined;
      items.push(value);
    } while (this.#take(','));
    return this.#take(']') ? { start, end: this.#at, items } : undefined;
  }

  #string(): TextNode | undefined {
    const node = this.#match(/"(?:[^"\\\r\n]|\\.)*"/y);
    const text = node && parsed(this.#text.slice(node.start, node.end));
    return node && text !== undefined ? { ...node, text } : undefined;
  }

  #match(pattern: RegExp): TextNode | undefined {
    const start = this.#at;
    pattern.lastIndex = start;
    if (!pattern.test(this.#text)) return undefined;
    this.#at = pattern.lastIndex;
    return { start, end: this.#at };
  }

  #take(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text.charAt(this.#at))) this.#at += 1;
  }
}

function parsed(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined; // an escape that JSON does not have
  }
}
