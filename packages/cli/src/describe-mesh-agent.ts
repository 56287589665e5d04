import { styleText } from 'node:util';
import type { MeshAgentView } from '@patchbay/contracts';
import { bad, faint, good, warned } from './output.ts';

const runtimes: Readonly<Record<string, string>> = {
  python: 'Python',
  typescript: 'TypeScript',
  java: 'Java',
};
/** As people expect them. */
export const runtimeColours = { python: 'yellow', typescript: 'cyan', java: 'magenta' } as const;

/** As people write it. */
export function runtimeOf({ runtime }: Pick<MeshAgentView, 'runtime'>): string {
  return runtimes[runtime] ?? runtime;
}

export function paintRuntime(text: string, { runtime }: Pick<MeshAgentView, 'runtime'>): string {
  const colour = Object.hasOwn(runtimeColours, runtime)
    ? runtimeColours[runtime as keyof typeof runtimeColours]
    : undefined;
  return colour ? styleText(colour, text) : text;
}

const paints = { healthy: good, degraded: warned, unhealthy: bad, offline: faint } as const;

export function paintAgentStatus(text: string, { status }: Pick<MeshAgentView, 'status'>): string {
  return paints[status](text);
}

/** `2/3`: how many of its dependencies have a provider. */
export function dependenciesOf({
  total_dependencies: all,
  dependencies_resolved: met,
}: MeshAgentView): string {
  return all === 0 ? '' : `${String(met)}/${String(all)}`;
}
