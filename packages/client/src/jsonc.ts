/** A value of a JSON text with the place where it stands, so that the text around it can be kept. */
export interface JsoncNode {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  /** Of an object: what stands under each name. */
  readonly members?: ReadonlyMap<string, JsoncNode>;
  /** Of an array. */
  readonly items?: readonly JsoncNode[];
  /** Whether a comma stands behind the last member or item. */
  readonly hasLastComma?: boolean;
}

/** Whitespace and comments, which may stand between any two parts. */
const blank = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const scalar = /"(?:[^"\\\n]|\\.)*"|true|false|null|-?\d[\d.eE+-]*/y;

/** JSON as editors write it: with comments, and commas behind the last part. Undefined for what is none. */
export function parseJsonc(text: string): JsoncNode | undefined {
  try {
    const reader = new Reader(text);
    const node = reader.value();
    return reader.isAtEnd() ? node : undefined;
  } catch {
    return undefined;
  }
}

/** A class because it owns the place up to which the text was read. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): JsoncNode {
    this.#skip();
    const opening = this.#text[this.#at];
    if (opening === '{') return this.#object();
    return opening === '[' ? this.#array() : this.#scalar();
  }

  isAtEnd(): boolean {
    this.#skip();
    return this.#at === this.#text.length;
  }

  #object(): JsoncNode {
    const members = new Map<string, JsoncNode>();
    const place = this.#list('}', () => {
      const name = String(this.#scalar().value);
      this.#take(':');
      members.set(name, this.value());
    });
    const value = Object.fromEntries([...members].map(([name, member]) => [name, member.value]));
    return { ...place, value, members };
  }

  #array(): JsoncNode {
    const items: JsoncNode[] = [];
    const place = this.#list(']', () => void items.push(this.value()));
    return { ...place, value: items.map(({ value }) => value), items };
  }

  #list(closing: string, part: () => void) {
    const start = this.#at++;
    let hasLastComma = false;
    for (;;) {
      this.#skip();
      if (this.#text[this.#at] === closing) break;
      part();
      this.#skip();
      hasLastComma = this.#text[this.#at] === ',';
      if (hasLastComma) this.#at += 1;
      else if (this.#text[this.#at] !== closing) throw new SyntaxError(closing);
    }
    this.#at += 1;
    return { start, end: this.#at, hasLastComma };
  }

  #scalar(): JsoncNode {
    const start = this.#at;
    scalar.lastIndex = start;
    const [found = ''] = scalar.exec(this.#text) ?? [];
    this.#at += found.length;
    return { value: JSON.parse(found) as unknown, start, end: this.#at };
  }

  #take(mark: string): void {
    this.#skip();
    if (this.#text[this.#at] !== mark) throw new SyntaxError(mark);
    this.#at += 1;
  }

  #skip(): void {
    blank.lastIndex = this.#at;
    this.#at += blank.exec(this.#text)?.[0].length ?? 0;
  }
}
