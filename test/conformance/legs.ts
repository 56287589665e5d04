/** One run of the suite at a hub with one server. */
export interface Leg {
  readonly upstream: 'modern' | 'legacy';
  readonly revision: '2025-11-25' | '2026-07-28';
  readonly scenarios: number;
  /** Scenarios that cannot pass, and why. */
  readonly misses: Readonly<Record<string, string>>;
}

export const legs: readonly Leg[] = [
  { upstream: 'modern', revision: '2026-07-28', scenarios: 37, misses: {} },
  {
    upstream: 'legacy',
    revision: '2026-07-28',
    scenarios: 37,
    misses: {
      'input-required-result-basic-elicitation':
        'it looks for the key under which the server asks. A legacy server asks without keys, so the hub makes them up.',
      'input-required-result-capability-check':
        'it wants a server that asks only what this client can answer. A legacy server was told what its client can when it connected, by the hub, for all clients. What it asks beyond that is refused.',
    },
  },
  { upstream: 'legacy', revision: '2025-11-25', scenarios: 30, misses: {} },
];
