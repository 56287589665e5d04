import { describe, expect, it } from 'vitest';
import { followPage } from './follow-page.ts';

/**
 * Pages that a test follows from the top to the bottom, as a reader would. Cloning and `npm start` are not among it
 * (`patchbay up` is); what a page leaves out says so in a comment of its source.
 */
const followed = [
  'README.md',
  'docs/guides/five-minutes.md',
  'docs/guides/first-steps.md',
  'docs/guides/approvals.md',
  'docs/guides/servers.md',
  'docs/guides/tools.md',
  'docs/guides/policies.md',
  'docs/guides/profiles.md',
  'docs/guides/keys-and-roles.md',
  'docs/guides/audit.md',
  'docs/guides/clients.md',
  'docs/guides/secrets.md',
  'docs/guides/tool-search.md',
  'docs/guides/resources-and-prompts.md',
];

describe('who follows a page', () => {
  it.each(followed)('sees what it shows: %s', async (page) => {
    await expect(followPage(page)).resolves.toBeUndefined();
  });
});
