import { describe, expect, it } from 'vitest';
import { followPage } from './follow-page.ts';

/**
 * Pages that a test follows from the top to the bottom, as a reader would. Cloning and `npm start` are not among it
 * (`patchbay up` is); what a page leaves out says so in a comment of its source.
 */
const followed = [
  'five-minutes',
  'first-steps',
  'approvals',
  'servers',
  'tools',
  'policies',
  'profiles',
  'keys-and-roles',
];

describe('who follows a page', () => {
  it.each(followed)('sees what it shows: %s', async (page) => {
    await expect(followPage(`docs/guides/${page}.md`)).resolves.toBeUndefined();
  });
});
