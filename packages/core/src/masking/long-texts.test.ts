import { createManualClock, createRecordingLog, nativePatterns } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { textOf } from '../calls/render-content.ts';
import { createKnownValues } from './known/known-values.ts';
import { createMasker } from './masker.ts';
import { windowChars } from './windows.ts';

const stored = 'stored-credential-7';

function setup() {
  let pauses = 0;
  const values = createKnownValues([stored]);
  const masker = createMasker({
    names: ['all'],
    foreign: [{ name: 'acme', pattern: nativePatterns('ACME-[0-9]{6}'), replacement: '[ACME]' }],
    known: () => values,
    readYaml: () => undefined,
    clock: createManualClock(),
    breathe: async () => void (pauses += 1),
    log: createRecordingLog(),
    onMasked() {},
  });
  const mask = async (text: string): Promise<string> => {
    const { content } = await masker.result({ content: [{ type: 'text', text }] });
    return textOf(content);
  };
  return { mask, masker, pauses: () => pauses };
}

const filler = 'lorem ipsum dolor sit amet\n';
const fill = (length: number): string => filler.repeat(Math.ceil(length / filler.length)).slice(0, length);

describe('a long text', () => {
  it.each([
    ['a stored credential', stored, '[MASKED_CREDENTIAL]'],
    ['a pattern of ours', 'password=hunter2!', 'password=[MASKED_PASSWORD]'],
    ['a pattern of the configuration', 'ACME-123456', '[ACME]'],
  ])('has %s found wherever the border of two windows cuts it', async (_, secret, shown) => {
    const { mask } = setup();
    for (let shift = -secret.length - 1; shift <= 1; shift += 1) {
      const [before, after] = [`${fill(2 * windowChars + shift - 1)} `, ` ${fill(3 * windowChars)}`];
      expect(await mask(before + secret + after)).toBe(before + shown + after);
    }
  });

  it('has a value masked to its end, however many windows that is away', async () => {
    const { mask } = setup();
    const key = 'Ab1'.repeat(2 * windowChars);
    expect(await mask(`${fill(100)}\napi_key=${key}\n${fill(100)}`)).toBe(
      `${fill(100)}\napi_key=[MASKED_API_KEY]\n${fill(100)}`,
    );
  });

  it('has a picture in it left alone in every window', async () => {
    const bytes = Uint8Array.from({ length: 4 * windowChars }, (_, at) => (at * at * 31 + at * 7) % 256);
    const text = `![a](data:image/png;base64,${Buffer.from(bytes).toString('base64')})`;
    expect(await setup().mask(text)).toBe(text);
  });

  it('gives others their turn after every window', async () => {
    const { mask, pauses } = setup();
    await mask(fill(windowChars / 2));
    expect(pauses()).toBe(0);
    await mask(fill(32 * windowChars));
    expect(pauses()).toBeGreaterThanOrEqual(32);
  });

  it('is as good as a thousand short ones', async () => {
    const { masker, pauses } = setup();
    const items = Array.from({ length: 2_000 }, (_, at) => ({ id: at, text: fill(200) }));
    await masker.result({ content: [], structuredContent: { items } });
    expect(pauses()).toBeGreaterThanOrEqual(10);
  });
});
