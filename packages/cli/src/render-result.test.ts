import { describe, expect, it } from 'vitest';
import { rawText, renderResult } from './render-result.ts';

const picture = Buffer.alloc(2_345).toString('base64');

describe('an answer for people', () => {
  it.each([
    [{ type: 'text', text: 'one\n two' }, 'one\n two'],
    [{ type: 'image', mimeType: 'image/png', data: picture }, '[image, image/png, 2.3 kB]'],
    [{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }, '[audio, audio/wav, 3 B]'],
    [
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'é' } },
      '[resource, file:///a, text/plain, 2 B]',
    ],
    [{ type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA' } }, '[resource, file:///b, 3 B]'],
    [{ type: 'resource_link', uri: 'file:///c', name: 'c', size: 12_345_678 }, '[link, file:///c, 12 MB]'],
    [{ type: 'hologram', x: 1 }, '{"type":"hologram","x":1}'],
  ])('shows %j', (part, text) => {
    expect(renderResult({ content: [part] })).toBe(text);
  });

  it('shows structured content only where there is no text', () => {
    const structuredContent = { celsius: 21 };
    expect(renderResult({ content: [], structuredContent })).toBe('{\n  "celsius": 21\n}');
    expect(renderResult({ content: [{ type: 'text', text: '21' }], structuredContent })).toBe('21');
  });
});

describe('a raw answer', () => {
  it('is the text and nothing else', () => {
    const content = [
      { type: 'text', text: '\u001b[1mbold' },
      { type: 'image', mimeType: 'image/png', data: picture },
    ];
    expect(rawText({ content })).toBe('\u001b[1mbold');
  });

  it('is structured content where there is no text', () => {
    expect(rawText({ content: [], structuredContent: [1, 2] })).toBe('[1,2]');
    expect(rawText({ content: [] })).toBe('');
  });
});
