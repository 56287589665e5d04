import { isJsonObject, type Json, type ToolDefinition } from '@patchbay/contracts';
import { splitName } from '../catalog/tool-name.ts';
import type { ServerName } from '../ids.ts';
import { findHidden, showHidden, type HiddenKind } from './hidden-text.ts';
import { skeletonOf } from './look-alike.ts';

/** Something about a definition that a person should know before a model reads it. It is advice and decides nothing. */
export interface ToolFlag {
  readonly kind: HiddenKind | 'look-alike' | 'shadow' | 'long' | 'unreadable';
  /** Where it stands, such as `description` or `inputSchema.properties.path`. */
  readonly where: string;
  readonly says: string;
}

export interface NamedTool {
  readonly server: ServerName;
  readonly name: string;
}

/** More text than this in one tool is more than anybody reads. */
const maxChars = 16_384;
/** A definition may be full of them; a person needs a few. */
const maxFlags = 20;

const words: Readonly<Record<HiddenKind, string>> = {
  control: 'control characters',
  bidi: 'marks that turn the direction of writing',
  tag: 'invisible letters (tags)',
  variation: 'invisible marks (variation selectors)',
  'zero-width': 'characters without width',
  private: 'characters without a meaning of their own',
};

export function flagsOf(definition: ToolDefinition): readonly ToolFlag[] {
  try {
    const flags = [...textsIn(definition, '')].flatMap(({ where, text }) => hiddenFlags(where, text));
    return [...longFlags(definition), ...flags.slice(0, maxFlags)];
  } catch {
    // Whoever goes through it runs out of stack.
    return [{ kind: 'unreadable', where: '', says: 'It is nested so deeply that nobody can read it.' }];
  }
}

function hiddenFlags(where: string, text: string): ToolFlag[] {
  return [...findHidden(text)].map(([kind, count]) => ({
    kind,
    where: showHidden(where),
    says: `It has ${words[kind]}: ${String(count)}.`,
  }));
}

function longFlags(definition: ToolDefinition): ToolFlag[] {
  const { length } = JSON.stringify(definition);
  if (length <= maxChars) return [];
  const says = `It has ${String(length)} characters; a model reads all of them, at every turn.`;
  return [{ kind: 'long', where: '', says }];
}

interface Found {
  readonly where: string;
  readonly text: string;
}

/** Every text of a definition, names of fields too. */
function* textsIn(value: Json | undefined, where: string): Generator<Found> {
  if (typeof value === 'string') yield { where, text: value };
  if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* textsIn(item, `${where}[${String(at)}]`);
  if (!isJsonObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    const inside = where === '' ? key : `${where}.${key}`;
    yield { where: inside, text: key };
    yield* textsIn(member, inside);
  }
}

/** What a name could be taken for: another tool that looks the same, or the tool of another server. */
export function createNameFlags(all: readonly NamedTool[]) {
  const bySkeleton = Map.groupBy(all, ({ name }) => skeletonOf(name));
  const servers = new Set(all.map(({ server }) => server));
  return ({ server, name }: NamedTool): readonly ToolFlag[] => {
    const twins = (bySkeleton.get(skeletonOf(name)) ?? []).filter((other) => other.name !== name);
    const borrowed = splitName(name)?.server as ServerName | undefined;
    const isBorrowed = borrowed !== undefined && borrowed !== server && servers.has(borrowed);
    return [
      ...twins.slice(0, maxFlags).map((twin): ToolFlag => ({
        kind: 'look-alike',
        where: 'name',
        says: `It looks like ${showHidden(`${twin.server}.${twin.name}`)}, and is another.`,
      })),
      ...(isBorrowed ? [shadow(borrowed)] : []),
    ];
  };
}

function shadow(server: ServerName): ToolFlag {
  return { kind: 'shadow', where: 'name', says: `It begins like the tools of server ${server}.` };
}
