import { createMasking, type ForeignPattern, type Masking } from '@patchbay/core';
import type { Config } from './config/schema.ts';
import { compilePattern } from './patterns.ts';
import { readYamlNodes } from './read-yaml-nodes.ts';
import type { World } from './wire.ts';

/** What answers of servers must not show. */
export function wireMasking({ loaded, credentials, clock, breathe, log, metrics }: World): Masking {
  const { groups, patterns } = loaded.config.masking;
  return createMasking({
    names: groups,
    foreign: patterns.map(toForeign),
    known: credentials.values,
    readYaml: readYamlNodes,
    clock,
    breathe,
    log,
    onMasked: metrics.masked,
  });
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
