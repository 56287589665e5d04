import { createMasking, createWholeTextMask, type ForeignPattern, type Masking } from '@patchbay/core';
import type { Config } from './config/schema.ts';
import { compilePattern } from './patterns.ts';
import { readYamlNodes } from './read-yaml-nodes.ts';
import type { World } from './wire.ts';

/** What answers of servers must not show. */
export function wireMasking(world: World): Masking {
  const { breathe, log, metrics } = world;
  return createMasking({ ...findingIn(world), breathe, log, onMasked: metrics.masked });
}

/** The same for what is kept of a call. */
export function wireTextMask(world: World): (text: string) => string {
  return createWholeTextMask(findingIn(world));
}

function findingIn({ loaded, credentials, clock }: World) {
  const { groups, patterns } = loaded.config.masking;
  const foreign = patterns.map(toForeign);
  return { names: groups, foreign, known: credentials.values, readYaml: readYamlNodes, clock };
}

type ConfigPattern = Config['masking']['patterns'][number];

function toForeign({ name, pattern, replacement }: ConfigPattern, at: number): ForeignPattern {
  const own = name ?? `custom_${String(at + 1)}`;
  return {
    name: own,
    pattern: compilePattern(pattern),
    replacement: replacement ?? `[MASKED_${own.toUpperCase()}]`,
  };
}
