import { readFileSync } from 'node:fs';

interface Frame {
  readonly functionName: string;
  readonly url: string;
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: Frame;
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/**
 * What share of the busy time of its thread each layer took itself, largest first. Of a file that --cpu-prof left,
 * and of the last seconds in it.
 */
export function sharesOf(file: string, seconds: number): [layer: string, share: number][] {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile; // V8 writes it
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const took = new Map<string, number>();
  let left = timeDeltas.reduce((sum, us) => sum + us, 0);
  for (const [at, id] of samples.entries()) {
    left -= timeDeltas[at] ?? 0;
    if (left > seconds * 1e6) continue;
    const layer = layerOf(id);
    if (layer !== '(idle)') took.set(layer, (took.get(layer) ?? 0) + (timeDeltas[at] ?? 0));
  }
  const busy = [...took.values()].reduce((sum, us) => sum + us, 0);
  return [...took].map(([layer, us]): [string, number] => [layer, us / busy]).toSorted((a, b) => b[1] - a[1]);

  /** What has no place of its own, such as JSON.parse, belongs to who called it. */
  function layerOf(id: number): string {
    const frame = frames.get(id);
    const parent = parents.get(id);
    return (frame && nameOf(frame)) ?? (parent === undefined ? '(program)' : layerOf(parent));
  }
}

/** The first that fits. */
const ofNode: readonly (readonly [RegExp, string])[] = [
  [/^node:(?:_http|net|events|buffer|internal\/(?:stream|buffer))/, 'node: HTTP, sockets, streams'],
  [/^node:internal\/process\/task_queues/, 'node: promises and ticks'],
  [/^node:.*timers/, 'node: timers'],
  [/^node:.*crypto/, 'node: digests and ids'],
  [/^node:.*worker/, 'node: messages to other threads'],
  [/^node:/, 'node: the rest'],
];

function nameOf({ functionName, url }: Frame): string | undefined {
  if (/^\((?:idle|program|garbage collector)\)$/.test(functionName)) return functionName;
  const [, name] = ofNode.find(([place]) => place.test(url)) ?? [];
  return name ?? libraryOf(url) ?? packageOf(url);
}

function libraryOf(url: string): string | undefined {
  return /.*\/node_modules\/([^/]+)/.exec(url)?.[1];
}

/** A package, and the folder in it that the file is in. */
function packageOf(url: string): string | undefined {
  const [, own, path = ''] = /\/(?:packages|apps)\/([^/]+)\/src\/(.*)$/.exec(url) ?? [];
  if (own === undefined) return undefined;
  return path.includes('/') ? `${own}/${path.split('/', 1)[0] ?? ''}` : own;
}
