/** Where a value stands in the configuration: object keys and list positions. */
export type Path = readonly (string | number)[];

/** One value that somebody gave, and where. */
export interface Setting {
  readonly path: Path;
  readonly value: unknown;
  /** `patchbay.yaml:12:5`, `PATCHBAY_PORT` or `--port`. */
  readonly source: string;
  /** The value with stars for what came from the environment, if something did. */
  readonly masked?: string | undefined;
}

export function startsWith(path: Path, start: Path): boolean {
  return start.every((part, index) => path[index] === part);
}
