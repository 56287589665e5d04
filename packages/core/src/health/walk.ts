import type { Finding } from '@patchbay/contracts';
import { hasRole, type Principal } from '../access/principal.ts';
import { splitName } from '../catalog/tool-name.ts';
import type { ServerName } from '../ids.ts';
import type { LimitRefusal } from '../limits/limit-rule.ts';
import type { LimitedMatter } from '../limits/limits.ts';
import type { Verdict } from '../policies/verdict.ts';
import type { KnownServer } from '../servers/server-view.ts';
import { aboutServer } from './about-server.ts';

export interface WalkDeps {
  readonly lookUp: (name: string) => Promise<KnownServer | undefined>;
  /** What the rules say to a call without arguments, and how many look at arguments. */
  readonly judge: (principal: Principal, server: KnownServer, tool: string) => PolicyStep;
  /** Why a tool is held back, if it is. */
  readonly held: (server: KnownServer, tool: string) => string | undefined;
  /** Whether the profile has it, where the way goes through one. */
  readonly inProfile?: (server: KnownServer, tool: string, principal: Principal) => Finding | undefined;
  /** For how long the breaker refuses calls of this server. */
  readonly restingMs: (server: ServerName) => number;
  /** The limit that would refuse the principal now. */
  readonly refusalOf: (matter: LimitedMatter) => LimitRefusal | undefined;
  readonly now: () => Date;
}

export interface PolicyStep {
  readonly verdict: Verdict;
  readonly onArguments: number;
}

/**
 * The way of a call to one server or tool, step by step, up to the first that is wrong: who asks, is it
 * registered, may it be called, is it connected, what does it speak, does it have the tool, may it be called now.
 */
export function createWalk({ lookUp, judge, held, inProfile, restingMs, refusalOf, now }: WalkDeps) {
  return async function walk(principal: Principal, subject: string): Promise<readonly Finding[]> {
    const { server: named, tool } = await readSubject(subject, lookUp);
    const known = await lookUp(named);
    const profile = known && tool !== undefined ? inProfile?.(known, tool, principal) : undefined;
    const steps = [
      () => aboutCaller(principal),
      () => aboutRegistration(named, known),
      ...(profile ? [() => profile] : []),
      ...(known && tool !== undefined
        ? [
            () => aboutPolicy(judge(principal, known, tool), subject),
            () => aboutReview(held(known, tool), known),
          ]
        : []),
      ...(known
        ? [
            () => aboutServer(known, now()),
            () => aboutEra(known),
            () => aboutCatalogue(known, tool),
            () => aboutBreaker(known, restingMs(known.server.name)),
          ]
        : []),
      ...(known && tool !== undefined
        ? [() => aboutLimits(refusalOf({ principal, tool: { server: known.server.name, name: tool } }))]
        : []),
    ];
    return untilWrong(steps);
  };
}

async function readSubject(subject: string, lookUp: WalkDeps['lookUp']) {
  if (await lookUp(subject)) return { server: subject, tool: undefined };
  const split = splitName(subject);
  return split ? { server: split.server, tool: split.tool } : { server: subject, tool: undefined };
}

function untilWrong(steps: readonly (() => Finding)[]): readonly Finding[] {
  const walked: Finding[] = [];
  for (const step of steps) {
    const finding = step();
    walked.push(finding);
    if (finding.level !== 'ok') break;
  }
  return walked;
}

function aboutCaller(principal: Principal): Finding {
  const about = 'credential';
  if (hasRole(principal, 'operator')) return ok(about, `${principal.name} may call tools.`);
  const fix = 'Use a key with the role operator: `patchbay keys create --role operator`.';
  return wrong(about, `${principal.name} may look, but not call tools.`, fix);
}

function aboutRegistration(name: string, known: KnownServer | undefined): Finding {
  const about = 'registration';
  if (known) return ok(about, `${known.server.name} is registered.`);
  return wrong(about, `No server "${name}" is registered.`, '`patchbay servers list` shows those there are.');
}

function aboutPolicy({ verdict: { decision, reason }, onArguments }: PolicyStep, subject: string): Finding {
  const about = 'policy';
  const more = onArguments === 0 ? '' : ` Rules that look at the arguments: ${String(onArguments)}.`;
  if (decision === 'deny')
    return wrong(about, reason, `\`patchbay policies test ${subject}\` says what would change that.`);
  const word = decision === 'ask' ? 'Somebody is asked before it runs. ' : '';
  return ok(about, `${word}${reason}${more}`);
}

function aboutReview(held: string | undefined, { server }: KnownServer): Finding {
  if (held === undefined) return ok('review', 'It is not held back.');
  return wrong('review', held, `\`patchbay tools accept ${server.name}.<tool>\` lets it be called.`);
}

function aboutEra({ connection: { session } }: KnownServer): Finding {
  const { era, protocolVersion } = session ?? {};
  return ok('era', `It speaks MCP ${protocolVersion ?? 'of an unknown revision'}${era ? ` (${era})` : ''}.`);
}

function aboutCatalogue({ server, record }: KnownServer, tool: string | undefined): Finding {
  const about = 'catalogue';
  const names = record.offer?.tools.map(({ name }) => name) ?? [];
  if (tool !== undefined && !names.includes(tool)) {
    const fix = `\`patchbay servers sync ${server.name}\` reads its list again; \`patchbay tools list --server ${server.name}\` shows it.`;
    return wrong(about, `It has no tool "${tool}".`, fix);
  }
  if (names.length > 0) return ok(about, `It offers ${String(names.length)} tools.`);
  return wrong(about, 'It offers no tool.', 'That is its own choice; its log may say why.');
}

function aboutBreaker({ server }: KnownServer, restingMs: number): Finding {
  const about = 'breaker';
  if (restingMs === 0) return ok(about, 'Calls go through.');
  const seconds = String(Math.ceil(restingMs / 1_000));
  const fix = `\`patchbay servers show ${server.name}\` says what failed last.`;
  return wrong(about, `Its last calls all failed, so it is left alone for ${seconds} s.`, fix);
}

function aboutLimits(refusal: LimitRefusal | undefined): Finding {
  const about = 'limits';
  if (!refusal) return ok(about, 'No limit stands against it now.');
  const { rule, allows, retryAfterMs } = refusal;
  const seconds = String(Math.ceil(retryAfterMs / 1_000));
  const fix = `Wait ${seconds} s, or change \`limits\` in the configuration.`;
  return wrong(about, `The limit "${rule}" allows ${allows}, and they are used.`, fix);
}

function ok(about: string, says: string): Finding {
  return { level: 'ok', about, says, fix: null, serverId: null };
}

function wrong(about: string, says: string, fix: string): Finding {
  return { level: 'problem', about, says, fix, serverId: null };
}
