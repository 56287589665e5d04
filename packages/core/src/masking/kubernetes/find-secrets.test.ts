import { createTestMasking } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../calls/render-content.ts';
import { readJson } from './read-json.ts';

const masker = createTestMasking({ names: ['kubernetes_secret'] }).of(undefined);
const shown = '[MASKED_SECRET_DATA]';
const data = { password: 'aHVudGVyMg==', '.dockerconfigjson': 'eyJhIjp7fX0=' };
const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' }, data };
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', data: { level: 'debug' } };

async function mask(text: string): Promise<string> {
  const { content } = await masker.result({ content: [{ type: 'text', text }] });
  return textOf(content);
}

async function maskJson(value: unknown): Promise<unknown> {
  return JSON.parse(await mask(JSON.stringify(value)));
}

describe('a Secret in JSON', () => {
  it('shows neither its values nor the names of its keys', async () => {
    const both = { ...secret, stringData: { token: 'x' } };
    expect(await maskJson(both)).toEqual({ ...both, data: shown, stringData: shown });
  });

  it('leaves the rest of the text byte for byte', async () => {
    const text = '{ "kind":"Secret",\n\t"size": 12345678901234567890, "data" : {"a":"YQ=="} ,"x":[ 1.0 ] }\n';
    expect(await mask(text)).toBe(text.replace('{"a":"YQ=="}', `"${shown}"`));
  });

  it('is found in lists, also where only the list says what is listed', async () => {
    const { kind: _, ...unnamed } = secret;
    const list = { kind: 'SecretList', items: [unnamed, secret] };
    expect(await maskJson(list)).toEqual({
      kind: 'SecretList',
      items: [
        { ...unnamed, data: shown },
        { ...secret, data: shown },
      ],
    });
    expect(await maskJson({ kind: 'List', items: [configMap, secret] })).toEqual({
      kind: 'List',
      items: [configMap, { ...secret, data: shown }],
    });
  });

  it('is found in an annotation, and in a text in a text', async () => {
    const applied = (value: unknown) => ({
      annotations: { 'last-applied-configuration': JSON.stringify(value) },
    });
    const annotated = { ...configMap, metadata: applied(secret) };
    expect(await maskJson(annotated)).toEqual({
      ...configMap,
      metadata: applied({ ...secret, data: shown }),
    });
    expect(await maskJson({ out: JSON.stringify(annotated) })).toEqual({
      out: JSON.stringify({ ...configMap, metadata: applied({ ...secret, data: shown }) }),
    });
  });

  it.each([
    ['a ConfigMap', configMap],
    ['a ConfigMap that a Secret owns', { ...configMap, metadata: { ownerReferences: [{ kind: 'Secret' }] } }],
    [
      'a reference to a Secret',
      { kind: 'Event', data: { a: 'b' }, involvedObject: { kind: 'Secret', name: 'db' } },
    ],
    ['a SealedSecret', { kind: 'SealedSecret', data: { a: 'b' } }],
  ])('is not %s', async (_, value) => {
    expect(await maskJson(value)).toEqual(value);
  });

  it('is masked in structured content too', async () => {
    const structuredContent = { items: [secret, configMap, { kind: 'SecretList', items: [{ data }] }] };
    expect((await masker.result({ content: [], structuredContent }))['structuredContent']).toEqual({
      items: [{ ...secret, data: shown }, configMap, { kind: 'SecretList', items: [{ data: shown }] }],
    });
  });
});

describe('a Secret in a text that cannot be read as a whole', () => {
  const json = JSON.stringify(secret);
  const quoted = JSON.stringify({
    kind: 'Secret',
    stringData: { a: 'brace } and "quote"', b: 'hidden-too' },
  });

  it.each([
    ['in a sentence', `Here it is: ${json}. Done.`],
    ['on a line of many', `${JSON.stringify({ a: 1 })}\n${json}\n${json}\n`],
    ['cut off', json.slice(0, -20)],
    ['escaped in a broken text', `{"out": ${JSON.stringify(json)}, oops`],
    ['with braces in its values', `see ${quoted} there`],
    [
      'in YAML',
      `Result:\n  kind: Secret\n  data:\n    password: aHVudGVyMg==\n\n    b: hidden-too\n  type: Opaque\nThe end.`,
    ],
    [
      'in a list of YAML',
      `- kind: Secret\n  stringData:\n    b: hidden-too\n- data:\n    b: hidden-too\n  kind: Secret`,
    ],
    ['too long to read', `kind: Secret\ndata:\n${'  b: hidden-too\n'.repeat(20_000)}type: Opaque`],
  ])('is masked all the same: %s', async (_, text) => {
    const masked = await mask(text);
    expect(masked).toContain(shown);
    expect(masked).not.toMatch(/aHVudGVyMg|eyJhIjp7fX0|hidden-too|dockerconfigjson/);
  });

  it('leaves what follows it', async () => {
    const masked = await mask('The Secret:\nkind: Secret\ndata:\n  a: YQ==\n\n  b: YQ==\ntype: Opaque\n');
    expect(masked).toBe(`The Secret:\nkind: Secret\ndata: "${shown}"\ntype: Opaque\n`);
  });

  it('is none where nothing says so', async () => {
    const text = 'kind: ConfigMap\ndata:\n  a: b\n';
    expect(await mask(text)).toBe(text);
  });
});

describe('JSON with places', () => {
  it.each(['{"a":[1,-2.5e3,"x\\n",true,null,{}],"b":{"c":[]}}', ' [ ] ', '"a"', '12'])('reads %s', (text) => {
    const node = readJson(text);
    expect(JSON.parse(text.slice(node?.start, node?.end))).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    '{',
    '{"a"}',
    '[1,]',
    '{"a":1,}',
    '[1 2]',
    '{} {}',
    'tru',
    '"\n"',
    '"\\x"',
    '['.repeat(100_000),
  ])('reads no %j', (text) => {
    expect(readJson(text)).toBeUndefined();
  });
});
