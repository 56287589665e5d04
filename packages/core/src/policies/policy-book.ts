import { Book, type BookDeps } from '../book.ts';
import type { Policy, PolicyStore, StoredPolicy } from './policy.ts';
import { createRules, type Rules } from './rules.ts';

export interface PolicyBookDeps extends Pick<
  BookDeps<StoredPolicy, Rules>,
  'clock' | 'timers' | 'log' | 'isShared' | 'onChanged'
> {
  readonly store: Pick<PolicyStore, 'list'>;
  /** Those of the configuration file. */
  readonly fixed: readonly Policy[];
}

/** Every rule that holds now. */
export class PolicyBook extends Book<StoredPolicy, Rules> {
  constructor({ fixed, ...deps }: PolicyBookDeps) {
    super({
      ...deps,
      make: (stored) => createRules([...fixed, ...stored]),
      what: 'policies',
      unknown: 'the rules about calls could not be read.',
    });
  }

  /** Throws while the rules are not known: without them nothing may be decided. */
  readonly rules = (): Rules => this.now();
}
