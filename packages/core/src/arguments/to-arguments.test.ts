import { describe, expect, it } from 'vitest';
import { toArguments } from './to-arguments.ts';
import { withoutMeshKeys } from './without-mesh-keys.ts';

describe('arguments', () => {
  it('that are an object stay the same object', () => {
    const given = { a: 1 };
    expect(toArguments(given, () => undefined)).toBe(given);
    expect(toArguments(null, () => undefined)).toEqual({});
    expect(toArguments(undefined, () => undefined)).toEqual({});
  });

  it.each([[[1]], [5], [true]])('that can be none are refused: %j', (given) => {
    expect(() => toArguments(given, () => undefined)).toThrow(
      'Failed to parse tool arguments: they are not an object.',
    );
  });
});

describe('what mesh agents hide among the arguments', () => {
  const args = { _trace_id: 't', _parent_span: 's', _mesh_headers: { a: 'b' }, city: 'Bonn' };

  it('is taken out', () => {
    expect(withoutMeshKeys(args, { properties: { city: {} } })).toEqual({ city: 'Bonn' });
    expect(withoutMeshKeys(args, {})).toEqual({ city: 'Bonn' });
  });

  it('stays when the tool itself has a parameter of that name', () => {
    expect(withoutMeshKeys(args, { properties: { _trace_id: {} } })).toEqual({
      _trace_id: 't',
      city: 'Bonn',
    });
  });

  it('costs nothing when it is not there', () => {
    const plain = { city: 'Bonn' };
    expect(withoutMeshKeys(plain, {})).toBe(plain);
  });
});
