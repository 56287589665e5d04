import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { compileCondition } from './argument-condition.ts';
import { readArguments } from './read-arguments.ts';

interface Case {
  readonly path: string;
  readonly like: string;
  readonly args: JsonObject;
  /** Whether a rule that forbids is about it, and whether one that allows is. */
  readonly may: boolean;
  readonly surely: boolean;
}

const etc = '/etc/passwd';

const cases: Readonly<Record<string, Case>> = {
  'a text': { path: 'path', like: '/etc/*', args: { path: etc }, may: true, surely: true },
  'another text': { path: 'path', like: '/etc/*', args: { path: '/data/a' }, may: false, surely: false },
  'what is missing': { path: 'path', like: '*', args: {}, may: false, surely: false },
  'a number': { path: 'n', like: '1?', args: { n: 10.0 }, may: true, surely: true },
  'a truth value': { path: 'force', like: 'true', args: { force: true }, may: true, surely: true },
  null: { path: 'n', like: 'null', args: { n: null }, may: true, surely: true },
  'an object as canonical JSON': {
    path: 'o',
    like: '{"a":1,"b":2}',
    args: { o: { b: 2, a: 1 } },
    may: true,
    surely: true,
  },
  'a field of an object': {
    path: 'options.mode',
    like: 'w*',
    args: { options: { mode: 'write' } },
    may: true,
    surely: true,
  },
  'a field whose name has a dot': {
    path: String.raw`a\.b`,
    like: 'x',
    args: { 'a.b': 'x' },
    may: true,
    surely: true,
  },
  'one of a list': {
    path: 'paths[]',
    like: '/etc/*',
    args: { paths: ['/a', etc] },
    may: true,
    surely: false,
  },
  'all of a list': { path: 'paths[]', like: '/etc/*', args: { paths: [etc, etc] }, may: true, surely: true },
  'an empty list': { path: 'paths[]', like: '*', args: { paths: [] }, may: false, surely: false },
  'a field of every item': {
    path: 'items[].name',
    like: 'a*',
    args: { items: [{ name: 'ab' }, { name: 'ac' }] },
    may: true,
    surely: true,
  },
  'an item without the field': {
    path: 'items[].name',
    like: 'a*',
    args: { items: [{ name: 'ab' }, 'a'] },
    may: true,
    surely: false,
  },
  'a list in place of one value': {
    path: 'path',
    like: '/etc/*',
    args: { path: [[etc]] },
    may: true,
    surely: false,
  },
  'a list in place of an object': {
    path: 'options.mode',
    like: 'write',
    args: { options: [{ mode: 'write' }] },
    may: true,
    surely: false,
  },
  'one value in place of a list': {
    path: 'paths[]',
    like: '/etc/*',
    args: { paths: etc },
    may: true,
    surely: false,
  },
  'letters written in two ways': {
    path: 'path',
    like: '/caf\u00e9/*',
    args: { path: '/cafe\u0301/x' },
    may: true,
    surely: true,
  },
  'what an object inherits': { path: 'constructor.name', like: '*', args: {}, may: false, surely: false },
};

describe('a condition on an argument', () => {
  it.each(Object.entries(cases))('knows %s', (_, { path, like, args, may, surely }) => {
    const condition = compileCondition(path, like);
    const read = readArguments(args);
    expect({ may: condition.mayHold(read), surely: condition.surelyHolds(read) }).toEqual({ may, surely });
  });
});
