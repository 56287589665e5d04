import { createMasking, createStoredCredentials, textOf } from '@patchbay/core';
import { createManualClock, createRecordingLog } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { readYamlNodes } from './read-yaml-nodes.ts';

const shown = '[MASKED_SECRET_DATA]';

async function mask(text: string): Promise<string> {
  const masking = createMasking({
    names: ['kubernetes'],
    foreign: [],
    known: createStoredCredentials([]).values,
    readYaml: readYamlNodes,
    clock: createManualClock(),
    breathe: async () => {},
    log: createRecordingLog(),
    onMasked() {},
  });
  const { content } = await masking.of(undefined).result({ content: [{ type: 'text', text }] });
  return textOf(content);
}

const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  ownerReferences:
  - kind: Secret
    name: db
data:
  level: debug # stays`;

const secret = `apiVersion: v1
kind: Secret # this one
metadata:
  name: db
data:
  # even this
  password: aHVudGVyMg==
  user: YWRtaW4=

type: Opaque`;
const masked = secret.replace(/\n {2}# even this[\s\S]*YWRtaW4=/, ` "${shown}"`);

describe('Secrets in YAML', () => {
  it('are masked with the names of their keys, among documents that stay as they are', async () => {
    const text = `${configMap}\n---\n${secret}\n--- # third\n${configMap}\n`;
    expect(await mask(text)).toBe(`${configMap}\n---\n${masked}\n--- # third\n${configMap}\n`);
  });

  it.each([
    ['in braces', `{kind: Secret, data: {a: hidden}}`, `{kind: Secret, data: "${shown}"}`],
    ['in quotes', `"kind": 'Secret'\n'data': {"a": "hidden"}\n`, `"kind": 'Secret'\n'data': "${shown}"\n`],
    [
      'listed',
      `kind: SecretList\nitems:\n- data:\n    a: hidden\n  type: x\n`,
      `kind: SecretList\nitems:\n- data: "${shown}"\n  type: x\n`,
    ],
    [
      'among others',
      `kind: List\nitems:\n- kind: ConfigMap\n  data: {a: stays}\n- kind: Secret\n  stringData: {a: hidden}\n`,
      `kind: List\nitems:\n- kind: ConfigMap\n  data: {a: stays}\n- kind: Secret\n  stringData: "${shown}"\n`,
    ],
  ])('are found %s', async (_, text, expected) => {
    expect(await mask(text)).toBe(expected);
  });

  it.each(['|\n      ', "'", '>-\n      '])('are found in an annotation, written with %j', async (style) => {
    const applied = '{"apiVersion":"v1","data":{"password":"aHVudGVyMg=="},"kind":"Secret"}';
    const end = style === "'" ? "'" : '';
    const text = `kind: ConfigMap\nmetadata:\n  annotations:\n    last-applied: ${style}${applied}${end}\ndata:\n  a: b\n`;
    const result = await mask(text);
    expect(result).toContain(`\\"data\\":\\"${shown}\\"`);
    expect(result).not.toContain('aHVudGVyMg');
    expect(result).toContain('data:\n  a: b\n');
  });

  it.each([
    ['an alias', `x: &hidden {a: aHVudGVyMg==}\nkind: Secret\ndata: *hidden\n`],
    ['a merge', `base: &base\n  kind: Secret\nfull:\n  <<: *base\n  data:\n    a: aHVudGVyMg==\n`],
    ['an error', `kind: Secret\ndata:\n  a: aHVudGVyMg==\n b: [\n`],
  ])('are masked too much rather than too little where there is %s', async (_, text) => {
    const result = await mask(text);
    expect(result).toContain(shown);
    expect(result).not.toContain('aHVudGVyMg');
  });
});

describe('YAML with places', () => {
  it('is every value where it stands', () => {
    const text = 'a: "x y"\nb:\n- 1\n- {c: d}\n';
    const node = readYamlNodes(text);
    const shownAt = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    expect(node?.entries?.map(([key, value]) => [key, shownAt(value), value.text])).toEqual([
      ['a', '"x y"', 'x y'],
      ['b', '\n- 1\n- {c: d}', undefined],
    ]);
  });

  it.each(['a: [', 'a: *b', '<<: {a: 1}\nb: 1', '- '.repeat(5_000)])('is nothing for %j', (text) => {
    expect(readYamlNodes(text)).toBeUndefined();
  });
});
