import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerName } from '../ids.ts';
import { offeredName, qualifiedName, splitName } from './tool-name.ts';

const server = 'kubernetes-server' as ServerName;

describe('the name of a tool', () => {
  it('is server.tool to us and server__tool to models [D-44]', () => {
    expect(qualifiedName(server, 'get_pods')).toBe('kubernetes-server.get_pods');
    expect(offeredName(server, 'get_pods')).toBe('kubernetes-server__get_pods');
  });

  it('is split at the first dot or __ [D-40] [D-41]', () => {
    expect(splitName('server__tool__x')).toEqual({ server: 'server', tool: 'tool__x' });
    expect(splitName('server.tool__n')).toEqual({ server: 'server', tool: 'tool__n' });
    expect(splitName('server.files.read')).toEqual({ server: 'server', tool: 'files.read' });
    expect(splitName('.t')).toEqual({ server: '', tool: 't' });
    expect(splitName('s.')).toEqual({ server: 's', tool: '' });
    expect(splitName('s')).toBeUndefined();
  });

  it('is always one that a model API takes, and another for another tool', () => {
    const tool = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(tool, tool, (one, other) => {
        expect(offeredName(server, one)).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        fc.pre(one !== other);
        expect(offeredName(server, one)).not.toBe(offeredName(server, other));
      }),
    );
  });
});
