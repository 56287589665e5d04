import { serverSettingsSchema } from '@patchbay/contracts';
import { aServer, createTestMasking } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';

const text = 'password=hunter2! bob@example.com AKIAABCDEFGHIJKLMNOP stored-credential-7';

async function shownFor(masking?: object): Promise<unknown> {
  const own = createTestMasking({ names: ['security'], secrets: ['stored-credential-7'] });
  const server = masking && aServer({ settings: serverSettingsSchema.parse({ masking }) });
  const { content } = await own.of(server).result({ content: [{ type: 'text', text }] });
  return content[0]?.['text'];
}

describe('what one server is masked by', () => {
  it('is what all are masked by, unless it says otherwise', async () => {
    const shown = 'password=[MASKED_PASSWORD] [MASKED_EMAIL] AKIAABCDEFGHIJKLMNOP [MASKED_CREDENTIAL]';
    expect(await shownFor()).toBe(shown);
    expect(await shownFor({})).toBe(shown);
  });

  it('are the groups and patterns that it names', async () => {
    expect(await shownFor({ groups: ['basic', 'aws_access_key'] })).toBe(
      'password=[MASKED_PASSWORD] bob@example.com [MASKED_AWS_ACCESS_KEY] [MASKED_CREDENTIAL]',
    );
  });

  it('are stored credentials alone when it wants nothing masked', async () => {
    expect(await shownFor({ enabled: false })).toBe(
      'password=hunter2! bob@example.com AKIAABCDEFGHIJKLMNOP [MASKED_CREDENTIAL]',
    );
  });
});
