import { isJsonObject, type Json, type JsonObject, type PolicyBody } from '@patchbay/contracts';
import type { Approval } from './approval.ts';

const lifeMs = 30 * 86_400_000;
const longestValue = 200;
const mostConditions = 20;

/**
 * The rule that would have decided this by itself: the same caller, the same tool as it is now defined, the same short
 * arguments, for a month. Undefined where no argument can be held on to: a rule about every call is for an admin to write.
 */
export function suggestRule(approval: Approval, { isAllowed, now }: Suggestion): PolicyBody | undefined {
  const conditions = collect(JSON.parse(approval.args.text) as JsonObject, '').slice(0, mostConditions); // written by us
  if (conditions.length === 0) return undefined;
  return {
    serverId: approval.server,
    toolName: approval.tool,
    arguments: Object.fromEntries(conditions),
    role: null,
    principal: approval.principal.id,
    policy: isAllowed ? 'ALWAYS_ALLOW' : 'ALWAYS_DENY',
    expiresAt: new Date(now.getTime() + lifeMs).toISOString(),
    note: `Remembered from approval ${approval.id}.`,
    toolDigest: isAllowed ? approval.toolDigest : null,
  };
}

interface Suggestion {
  readonly isAllowed: boolean;
  readonly now: Date;
}

/** Every short value with its path. Lists and long texts are what differs from call to call. */
function collect(args: JsonObject, prefix: string): (readonly [path: string, pattern: string])[] {
  return Object.entries(args).flatMap(([key, value]) => {
    if (key === '') return [];
    const path = `${prefix}${key.replaceAll(/[.[\]\\]/g, String.raw`\$&`)}`;
    if (isJsonObject(value)) return collect(value, `${path}.`);
    const text = toText(value);
    return text === undefined ? [] : [[path, text] as const];
  });
}

function toText(value: Json | undefined): string | undefined {
  if (value === undefined || typeof value === 'object') return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A star that was meant as one must not stand for anything; `?` at least stands for one character.
  return text === '' || text.length > longestValue ? undefined : text.replaceAll('*', '?');
}
