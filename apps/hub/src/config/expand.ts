export type Environment = Readonly<Record<string, string | undefined>>;

export interface Expanded {
  readonly text: string;
  /** The same with stars for what the environment filled in; undefined if it filled in nothing. */
  readonly masked: string | undefined;
  readonly missing: readonly string[];
}

const reference = /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\{\{\s*\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** `${NAME}` and `{{.NAME}}` become the variable's value, `$$` a dollar; any other dollar stays. */
export function expand(text: string, environment: Environment): Expanded {
  const names = new Set<string>();
  const replace = (fill: (name: string, whole: string) => string): string =>
    text.replaceAll(reference, (whole, braced?: string, dotted?: string) => {
      const name = braced ?? dotted;
      if (name === undefined) return '$';
      names.add(name);
      return fill(name, whole);
    });
  const expanded = replace((name, whole) => environment[name] ?? whole);
  return {
    text: expanded,
    masked: names.size > 0 ? replace(() => '********') : undefined,
    missing: [...names].filter((name) => environment[name] === undefined),
  };
}
