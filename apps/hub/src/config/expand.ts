export type Environment = Readonly<Record<string, string | undefined>>;

export interface Expanded {
  readonly text: string;
  readonly missing: readonly string[];
}

const reference = /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\{\{\s*\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** `${NAME}` and `{{.NAME}}` become the variable's value, `$$` a dollar; any other dollar stays. */
export function expand(text: string, environment: Environment): Expanded {
  const missing: string[] = [];
  const expanded = text.replaceAll(reference, (whole, braced?: string, dotted?: string) => {
    const name = braced ?? dotted;
    if (name === undefined) return '$';
    const value = environment[name];
    if (value === undefined) missing.push(name);
    return value ?? whole;
  });
  return { text: expanded, missing };
}
