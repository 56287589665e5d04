/** What a server is like for a while. */
export type Mood = 'good' | 'slow' | 'lossy' | 'silent' | 'refusing';

/** What becomes of one request. */
export type Fate =
  | 'answered'
  | 'answered-with-error'
  | 'said-to-have-failed'
  | 'lost-before'
  | 'lost-after'
  | 'hung-before'
  | 'hung-after'
  | 'refused'
  | 'not-sent'
  | 'garbled';

/** Fates after which the call has had its effect. */
export const withEffect: ReadonlySet<Fate> = new Set<Fate>([
  'answered',
  'said-to-have-failed',
  'lost-after',
  'hung-after',
  'garbled',
]);

export const callFates: Readonly<Record<Mood, Readonly<Partial<Record<Fate, number>>>>> = {
  good: { answered: 1 },
  slow: { answered: 1 },
  silent: { 'hung-before': 2, 'hung-after': 1 },
  refusing: { 'lost-before': 1 },
  lossy: {
    answered: 50,
    'answered-with-error': 4,
    'said-to-have-failed': 4,
    'lost-before': 9,
    'lost-after': 9,
    'hung-before': 3,
    'hung-after': 3,
    refused: 8,
    'not-sent': 6,
    garbled: 4,
  },
};

export const listFates: Readonly<Record<Mood, Readonly<Partial<Record<Fate, number>>>>> = {
  ...callFates,
  silent: { 'hung-before': 1 },
  lossy: { answered: 80, 'lost-before': 6, 'hung-before': 3, refused: 5, 'not-sent': 3, garbled: 3 },
};

/** Each mood with how likely it comes next, and how long it lasts on average. */
export type Temperament = Readonly<
  Partial<Record<Mood, { readonly weight: number; readonly meanMs: number }>>
>;

export const temperaments = {
  lossy: { good: { weight: 1, meanMs: 120_000 }, lossy: { weight: 2, meanMs: 300_000 } },
  flapping: { good: { weight: 1, meanMs: 1_500 }, refusing: { weight: 1, meanMs: 2_000 } },
  unsteady: { good: { weight: 1, meanMs: 35_000 }, refusing: { weight: 1, meanMs: 5_000 } },
  silent: { good: { weight: 1, meanMs: 240_000 }, silent: { weight: 1, meanMs: 240_000 } },
  restarting: { good: { weight: 3, meanMs: 200_000 }, refusing: { weight: 2, meanMs: 8_000 } },
  slow: { good: { weight: 1, meanMs: 120_000 }, slow: { weight: 2, meanMs: 240_000 } },
  moody: {
    good: { weight: 3, meanMs: 120_000 },
    slow: { weight: 1, meanMs: 60_000 },
    lossy: { weight: 2, meanMs: 120_000 },
    silent: { weight: 1, meanMs: 60_000 },
    refusing: { weight: 1, meanMs: 30_000 },
  },
} as const satisfies Record<string, Temperament>;
