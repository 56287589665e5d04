/** What the catalogue knows of one failure. `serverId` in its data is always the server's name. */
interface ErrorRow {
  /** HTTP status at the REST face. */
  readonly status: number;
  /** Whether the same request may succeed later without a change. */
  readonly retry: boolean;
  /** One sentence for the person who must act, with the value that was wrong. */
  says(data: never): string;
  /** What to do next; the CLI prints it under the sentence. */
  readonly fix: string;
}

export type ErrorRows = Readonly<Record<string, ErrorRow>>;

/** For failures whose sentence needs no value. */
export type NoData = Readonly<Record<never, never>>;
