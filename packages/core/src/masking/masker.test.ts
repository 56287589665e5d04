import { fail, PatchbayError, type JsonObject, type ToolResult } from '@patchbay/contracts';
import { createManualClock, createRecordingLog, nativePatterns } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { textOf } from '../calls/render-content.ts';
import { createKnownValues } from './known/known-values.ts';
import { createMasker, type MaskerDeps } from './masker.ts';

const stored = 'stored-credential-7';
const shown = '[MASKED_CREDENTIAL]';
const redacted = '[REDACTED: data masking failure — tool result could not be safely processed]';

function setup(overrides: Partial<MaskerDeps> = {}) {
  const counted: string[] = [];
  const log = createRecordingLog();
  const values = createKnownValues([stored, '4815162342']);
  const masker = createMasker({
    names: ['security'],
    foreign: [],
    known: () => values,
    readYaml: () => undefined,
    clock: createManualClock(),
    breathe: async () => {},
    log,
    onMasked: (by) => void counted.push(by),
    ...overrides,
  });
  const maskText = async (text: string) => {
    const { content } = await masker.result({ content: [{ type: 'text', text }] });
    return textOf(content);
  };
  return { masker, maskText, counted, log };
}

describe('a masked result', () => {
  it('is the same object when there is nothing to mask', async () => {
    const result: ToolResult = {
      content: [{ type: 'text', text: 'clean' }],
      structuredContent: { items: [{ a: 1, b: null, c: 'text' }] },
      _meta: { 'patchbay/replayed': true },
    };
    expect(await setup().masker.result(result)).toBe(result);
  });

  it('shows no secret in text, and says what found it', async () => {
    const { maskText, counted } = setup();
    expect(await maskText(`${stored}, password=hunter2!, mail bob@example.com`)).toBe(
      `${shown}, password=[MASKED_PASSWORD], mail [MASKED_EMAIL]`,
    );
    expect(counted).toEqual(['known_value', 'password', 'email']);
  });

  it('shows none in structured content, neither by looks nor by name', async () => {
    const structuredContent = {
      password: 'hunter2!',
      nested: [{ authToken: 'abcdefghij0123456789', note: `is ${stored}` }],
      env: [{ name: 'DB_PASSWORD', value: 'hunter2!' }],
      pin: 4_815_162_342,
      [stored]: 1,
      passwordPolicy: 'strict',
      tokens: 7,
    };
    const masked = await setup().masker.result({ content: [], structuredContent });
    expect(masked['structuredContent']).toEqual({
      password: '[MASKED_PASSWORD]',
      nested: [{ authToken: '[MASKED_TOKEN]', note: `is ${shown}` }],
      env: [{ name: 'DB_PASSWORD', value: '[MASKED_PASSWORD]' }],
      pin: shown,
      [shown]: 1,
      passwordPolicy: 'strict',
      tokens: 7,
    });
  });

  it('shows none in resources, links and what stands beside', async () => {
    const { content, _meta } = await setup().masker.result({
      content: [
        { type: 'resource', resource: { uri: 'file:///a', text: `key ${stored}` } },
        { type: 'resource_link', uri: `https://x/?q=${stored}`, name: 'a' },
      ],
      _meta: { trace: stored },
    });
    expect(content).toEqual([
      { type: 'resource', resource: { uri: 'file:///a', text: `key ${shown}` } },
      { type: 'resource_link', uri: `https://x/?q=${shown}`, name: 'a' },
    ]);
    expect(_meta).toEqual({ trace: shown });
  });

  it('finds a stored credential that is cut in two by the border of two texts', async () => {
    const parts = ['it is stored-', 'credential', '-7, and more'];
    const { content } = await setup().masker.result({
      content: [
        { type: 'text', text: parts[0] ?? '' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'text', text: parts[1] ?? '' },
        { type: 'text', text: parts[2] ?? '' },
      ],
    });
    const texts = content.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
    expect(texts).toEqual([`it is ${shown}`, shown, `${shown}, and more`]);
  });

  it('leaves pictures and files alone, unless a stored credential is in them', async () => {
    const looksSecret = Buffer.from('{"password":"hunter2!"} bob@example.com').toString('base64');
    const picture = { type: 'image', data: looksSecret, mimeType: 'image/png' };
    const file = { type: 'resource', resource: { uri: 'file:///a', blob: looksSecret } };
    const clean = { content: [picture, file] };
    const { masker } = setup({ names: ['all'] });
    expect(await masker.result(clean)).toEqual(clean);
    const blob = Buffer.from(`x ${stored} y`).toString('base64');
    const { content } = await masker.result({
      content: [
        { ...picture, data: blob },
        { type: 'resource', resource: { uri: 'file:///a', blob } },
      ],
    });
    const masked = Buffer.from(shown).toString('base64');
    expect(content).toEqual([
      { ...picture, data: masked },
      { type: 'resource', resource: { uri: 'file:///a', blob: masked } },
    ]);
  });

  it('is still JSON where it was', async () => {
    const { maskText } = setup();
    const text = JSON.stringify({
      password: 12_345_678,
      a: `line\nbob@example.com\n${stored}`,
      b: JSON.stringify({ token: 'abcdefghij0123456789"\\' }),
      pin: 4_815_162_342,
    });
    expect(JSON.parse(await maskText(text))).toEqual({
      password: '[MASKED_PASSWORD]',
      a: `line\n[MASKED_EMAIL]\n${shown}`,
      b: JSON.stringify({ token: '[MASKED_TOKEN]"\\' }),
      pin: shown,
    });
  });

  it('keeps stored credentials to itself also when no pattern is wanted', async () => {
    const { maskText } = setup({ names: [] });
    expect(await maskText(`${stored} password=hunter2!`)).toBe(`${shown} password=hunter2!`);
  });
});

describe('a masked error', () => {
  it('shows nothing secret of what the server said, and keeps its code', async () => {
    const data = {
      serverId: 's',
      tool: 't',
      reason: `bad ${stored}`,
      code: -1,
      data: { password: 'hunter2!' },
    };
    const error = await setup().masker.error(fail('CALL_REFUSED', data, new Error(stored)));
    expect(error).toMatchObject({
      code: 'CALL_REFUSED',
      message: `bad ${shown}`,
      data: { serverId: 's', tool: 't', code: -1, data: { password: '[MASKED_PASSWORD]' } },
    });
    expect(PatchbayError.is(error) && error.cause).toBeUndefined();
  });

  it('is the same one when there is nothing to mask', async () => {
    const { masker } = setup();
    const errors = [
      fail('CALL_CANCELLED', {}),
      fail('SERVER_UNAVAILABLE', { serverId: 's', reason: 'gone.' }),
    ];
    for (const error of [...errors, new Error('ours')]) expect(await masker.error(error)).toBe(error);
  });
});

describe('masked progress', () => {
  it('shows no secret, also if its messages have it in parts', () => {
    const progress = setup().masker.progress();
    const say = (message: string) => progress({ progress: 1, total: 9, message })['message'];
    expect(say('password=hunter2!')).toBe('password=[MASKED_PASSWORD]');
    expect(say('it is stored-cre')).toBe(`it is ${shown}`);
    expect(say('dential-7 then')).toBe(`${shown} then`);
    const letters = Array.from('stored-credential-7', say);
    expect(letters.filter((letter) => letter !== shown).length).toBeLessThan(6);
  });

  it('keeps what it says beside its message, and says nothing where it said nothing', () => {
    const progress = setup().masker.progress();
    expect(progress({ progress: 1, total: 2 })).toEqual({ progress: 1, total: 2 });
    expect(progress({ progress: 1, message: 'fine', more: stored })).toEqual({
      progress: 1,
      message: 'fine',
      more: shown,
    });
  });
});

describe('what cannot be masked', () => {
  const broken: Partial<MaskerDeps> = {
    known: () => {
      throw new Error('it broke');
    },
  };

  it('is not shown at all', async () => {
    const { masker, log, counted } = setup(broken);
    const result = {
      content: [{ type: 'text', text: 'any text' }],
      structuredContent: { a: 1 },
      isError: true,
    };
    expect(await masker.result(result)).toEqual({
      content: [{ type: 'text', text: redacted }],
      isError: true,
    });
    const data = { serverId: 's', tool: 't', reason: 'any', code: -1, data: { a: 'b' } };
    expect(await masker.error(fail('CALL_REFUSED', data))).toMatchObject({
      data: { serverId: 's', tool: 't', reason: redacted, data: redacted },
    });
    expect(masker.progress()({ progress: 1, message: 'any' })).toMatchObject({ message: redacted });
    expect(log.lines.map(({ event }) => event)).toEqual(Array(3).fill('masking.failed'));
    expect(counted).toEqual(Array(3).fill('failure'));
  });

  it('is so when a value is deeper than can be followed', async () => {
    let deep: JsonObject = {};
    for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
    const { content } = await setup().masker.result({ content: [], structuredContent: deep });
    expect(content).toEqual([{ type: 'text', text: redacted }]);
  });

  it('is so when patterns from outside take too long together', async () => {
    const clock = createManualClock();
    const pattern = nativePatterns('x');
    const slow = { ...pattern, test: (text: string) => (clock.advance(400), pattern.test(text)) };
    const { maskText } = setup({ clock, foreign: [{ name: 'own', pattern: slow, replacement: '' }] });
    expect(await maskText('short')).toBe('short');
    expect(await maskText('long '.repeat(20_000))).toBe(redacted);
  });
});

describe('a pattern from the configuration', () => {
  it('is applied with its groups, and counted by its name', async () => {
    const pattern = nativePatterns(String.raw`(ACME)-(\d+)`);
    const { maskText, counted } = setup({ foreign: [{ name: 'acme', pattern, replacement: '$1-#' }] });
    expect(await maskText('see ACME-123 and ACME-9')).toBe('see ACME-# and ACME-#');
    expect(counted).toEqual(['acme', 'acme']);
  });

  it('that matches almost anything leaves what kind of content it is', async () => {
    const { masker } = setup({
      foreign: [{ name: 'a', pattern: nativePatterns('[a-z]+'), replacement: '!' }],
    });
    const { content } = await masker.result({ content: [{ type: 'text', text: 'abc' }] });
    expect(content).toEqual([{ type: 'text', text: '!' }]);
  });

  it('that matches nothing at all replaces nothing', async () => {
    const { maskText } = setup({ foreign: [{ name: 'a', pattern: nativePatterns('x*'), replacement: '!' }] });
    expect(await maskText('abc xx')).toBe('abc !');
  });
});
