import { fail } from '@patchbay/contracts';
import { createTestMasking } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../simulation/random.ts';
import { cleanTexts } from '../support/masking/clean-texts.ts';
import { plantPatterns } from '../support/masking/planted.ts';
import { isReadable } from '../support/masking/readable.ts';
import { makeSecrets, plantStored, type Said } from '../support/masking/stored.ts';
import { sourceFiles } from '../support/source-files.ts';

const seed = 20_261_120;
const count = 1_000;

describe('stored credentials', () => {
  const random = createRandom(seed);
  const secrets = makeSecrets(random, 100);
  const masker = createTestMasking({ secrets }).of(undefined);
  const corpus = Array.from({ length: count }, (_, at) =>
    plantStored(random, secrets[at % secrets.length] ?? ''),
  );

  async function mask(said: Said): Promise<unknown> {
    if (said.kind === 'result') return masker.result(said.result);
    if (said.kind === 'progress') {
      const progress = masker.progress();
      return said.messages.map((message) => progress({ progress: 1, message })['message']);
    }
    const { reason, data } = said;
    const error = await masker.error(
      fail('CALL_REFUSED', { serverId: 's', tool: 't', reason, code: -1, data }),
    );
    return [String(error), { ...(error as { data: object }).data }];
  }

  it('can be read in everything that was planted, before it is masked', () => {
    const unreadable = corpus.filter(({ secret, said }) => !isReadable(secret, said));
    expect(unreadable.map(({ form, said }) => `${form} in ${said.kind}`)).toEqual([]);
  });

  it('can be read in nothing afterwards, in whatever form and place, also in parts [D-90]', async () => {
    const leaks: string[] = [];
    for (const { secret, form, said } of corpus)
      if (isReadable(secret, await mask(said))) leaks.push(`${form} in ${JSON.stringify(said)}`);
    expect(leaks).toEqual([]);
  });
});

describe('what looks or is called like a secret', () => {
  it('is masked in 99 of 100 texts, whatever it is written in [D-90]', async () => {
    const masker = createTestMasking({ names: ['all'] }).of(undefined);
    const missed: string[] = [];
    for (const { pattern, secret, text } of plantPatterns(createRandom(seed), count)) {
      const { content } = await masker.result({ content: [{ type: 'text', text }] });
      if (JSON.stringify(content).includes(JSON.stringify(secret).slice(1, -1)))
        missed.push(`${pattern}: ${text}`);
    }
    expect(missed.length, missed.join('\n\n')).toBeLessThanOrEqual(count / 100);
  });
});

/** Files as they are, in pieces of whole lines. */
function ownSources(): string[] {
  const files = sourceFiles('*.ts', '*.md', '*.json').filter(
    ({ path }) => !/test|mask|secret|example/i.test(path),
  );
  return files.flatMap(({ text }) => text.match(/(?:[^\n]*\n){1,60}/g) ?? []);
}

describe.each(['security', 'all'] as const)('clean texts, with the group %s', (group) => {
  it.each([
    ['as tools answer them', cleanTexts(createRandom(seed), 500)],
    ['of this project', ownSources()],
  ])('%s, are masked in no more than 1 of 200', async (_, texts) => {
    const masker = createTestMasking({ names: [group] }).of(undefined);
    const hits: string[] = [];
    for (const text of texts) {
      const { content } = await masker.result({ content: [{ type: 'text', text }] });
      if (content[0]?.['text'] !== text) hits.push(JSON.stringify(content));
    }
    expect(texts.length).toBeGreaterThanOrEqual(500);
    expect(hits.length, hits.join('\n\n')).toBeLessThanOrEqual(texts.length / 200);
  });
});
