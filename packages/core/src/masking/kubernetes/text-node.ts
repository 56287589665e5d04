/** A value of a JSON or YAML text, and where it stands. */
export interface TextNode {
  /** From where on it is replaced: itself, or after the colon if it begins below its key, since comments may come first. */
  readonly start: number;
  readonly end: number;
  /** What then stands before whatever replaces it. */
  readonly lead?: string;
  readonly entries?: readonly (readonly [key: string, value: TextNode])[];
  readonly items?: readonly TextNode[];
  /** What a text says, without quotes and escapes. */
  readonly text?: string;
}

/** Port. Reads one YAML document; undefined for what is broken, too deep, or refers to itself. */
export type ReadYaml = (text: string) => TextNode | undefined;
