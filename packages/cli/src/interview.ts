export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Questions to a person, one after the other. Each answer is undefined when the person has had enough. */
export interface Interview {
  readonly begin: (title: string) => Promise<void>;
  readonly end: (words: string) => Promise<void>;
  readonly ask: (
    question: string,
    orElse: string,
    check: (answer: string) => string | undefined,
  ) => Promise<string | undefined>;
  readonly choose: (question: string, choices: readonly Choice[]) => Promise<string | undefined>;
  readonly chooseSome: (question: string, choices: readonly Choice[]) => Promise<string[] | undefined>;
}
