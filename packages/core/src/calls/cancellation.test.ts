import { describe, expect, it } from 'vitest';
import { CallCancellation, type Cancellation } from './cancellation.ts';

const makers: Record<string, () => { readonly abort: () => void; readonly signal: Cancellation }> = {
  'one of ours': () => {
    const own = new CallCancellation();
    return { abort: () => own.abort(), signal: own };
  },
  'an AbortSignal': () => {
    const controller = new AbortController();
    return { abort: () => controller.abort(), signal: controller.signal };
  },
};

describe.each(Object.entries(makers))('a cancellation, %s', (_, make) => {
  it('tells those who listen, once', () => {
    const { abort, signal } = make();
    const heard: string[] = [];
    signal.addEventListener('abort', () => heard.push('a function'));
    signal.addEventListener('abort', { handleEvent: () => heard.push('an object') });
    expect(signal.aborted).toBe(false);
    abort();
    abort();
    expect(signal.aborted).toBe(true);
    expect(heard).toEqual(['a function', 'an object']);
  });

  it('tells nothing to those who have stopped listening', () => {
    const { abort, signal } = make();
    const heard: string[] = [];
    const first = { handleEvent: () => heard.push('first') };
    const second = { handleEvent: () => heard.push('second') };
    signal.addEventListener('abort', first);
    signal.addEventListener('abort', second);
    signal.removeEventListener('abort', first);
    signal.removeEventListener('abort', first);
    abort();
    expect(heard).toEqual(['second']);
  });

  it('tells everybody, also when one stops listening meanwhile', () => {
    const { abort, signal } = make();
    const heard: string[] = [];
    const first = {
      handleEvent: () => {
        signal.removeEventListener('abort', first);
        heard.push('first');
      },
    };
    signal.addEventListener('abort', first);
    signal.addEventListener('abort', () => heard.push('second'));
    abort();
    expect(heard).toEqual(['first', 'second']);
  });
});
