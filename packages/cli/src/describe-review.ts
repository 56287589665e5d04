import { type PinsView, type PinView, showLine, showProse } from '@patchbay/contracts';
import { bad, bold, faint, good, warned } from './output.ts';

/** Tools at which somebody should look. */
export function toReview({ tools }: PinsView): readonly PinView[] {
  return tools.filter(({ state }) => state === 'changed' || state === 'new' || state === 'unreadable');
}

/** A tool with what changed in it and what looks odd. */
export function describeReview(server: string, tool: PinView): string {
  return [
    `${bold(showLine(`${server}.${tool.name}`))}  ${stateOf(tool)}`,
    ...tool.flags.map((flag) => `  ${warned(describeFlag(flag))}`),
    ...(tool.diff ?? []).map(({ kind, text }) => `  ${lines[kind](showProse(text))}`),
  ].join('\n');
}

/** `description: It has characters without width: 2.` */
export function describeFlag({ where, says }: PinView['flags'][number]): string {
  return showProse(where === '' ? says : `${where}: ${says}`);
}

function stateOf({ state, isHeld, acceptedAt, acceptedBy }: PinView): string {
  const held = isHeld ? ', held back' : '';
  const since = acceptedAt === null ? '' : ` since ${acceptedAt}, when ${by(acceptedBy)}`;
  return faint(`${state}${held}${state === 'changed' ? since : ''}`);
}

function by(who: string | null): string {
  return who === null ? 'it was first seen' : `${showLine(who)} accepted it`;
}

const lines = {
  same: (text: string) => faint(`  ${text}`),
  removed: (text: string) => bad(`- ${text}`),
  added: (text: string) => good(`+ ${text}`),
  gap: () => faint('  …'),
} as const;
