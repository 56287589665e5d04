import type { RequirementId } from './requirements.ts';

/** Rows of requirements.ts that nothing shows yet. This list may only shrink; requirements.test.ts compares it with git. */
export const notYetBuilt: readonly RequirementId[] = ['B-72'];
