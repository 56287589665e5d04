// Modules that tests run in threads: one that computes, and says how it went.

export interface Work {
  readonly kind: 'square' | 'throw' | 'reject' | 'spin' | 'function';
  readonly n?: number;
}

export function run({ kind, n = 0 }: Work): unknown {
  if (kind === 'throw') throw new Error('it threw');
  if (kind === 'reject') return Promise.reject(new Error('it rejected'));
  if (kind === 'function') return () => n;
  while (kind === 'spin') {
    // until somebody ends the thread
  }
  return n * n;
}
