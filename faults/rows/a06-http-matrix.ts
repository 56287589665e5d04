import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject } from '@patchbay/contracts';
import { startHttpFixture, type NetworkFixture } from '@patchbay/testkit/mcp';
import { all, none, type Figure, type Scale } from '../support/figure.ts';
import { httpTroubles, type HttpTrouble } from '../support/http-faults.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { outcomeOf, type Outcome } from '../support/outcome.ts';
import { atOnce } from '../support/spread.ts';

/** Known to be safe, claimed to be safe by a server that nobody trusts, and not safe. */
const classes = {
  safe: { tool: 'echo', trustAnnotations: true },
  claimed: { tool: 'echo', trustAnnotations: false },
  unsafe: { tool: 'counter', trustAnnotations: true },
} as const;
const eras = { legacy: '2025-11-25', modern: '2026-07-28' } as const;
const policies = ['safe-only', 'always', 'never'] as const;

interface Case {
  readonly what: string;
  readonly trouble: HttpTrouble;
  readonly era: keyof typeof eras;
  readonly kind: keyof typeof classes;
  readonly ambiguous: (typeof policies)[number];
}

/** A6: every fault of HTTP × every class of tool × every policy × both eras. */
export async function httpMatrix(scale: Scale): Promise<Figure> {
  await using lab = await openLab();
  await using elsewhere = await startHttpFixture();
  const cases = casesOf(httpTroubles(elsewhere.url), scale);
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  const [small, large] = [cases.filter((one) => !isLarge(one)), cases.filter(isLarge)];
  const verdicts = [
    ...(await atOnce(small, 24, (one, at) => judge(lab, one, `s${String(at)}`))),
    ...(await atOnce(large, 1, (one, at) => judge(lab, one, `large${String(at)}`))),
  ];
  process.off('unhandledRejection', onRejection);
  return {
    id: 'A6',
    name: 'HTTP fault matrix',
    did: `${String(cases.length)} cases: ${String(new Set(cases.map((one) => one.what)).size)} faults × classes of tools × retry.ambiguous × eras; each compared in result, attempts, effects and the mark of a replay`,
    marks: [
      all('as the retry table says', verdicts.filter(({ wrong }) => wrong === '').length, cases.length),
      none(
        'other outcomes',
        verdicts.flatMap(({ wrong }) => (wrong === '' ? [] : [wrong])),
      ),
      none('hung calls', verdicts.filter(({ isHung }) => isHung).length),
      none('requests at another origin', elsewhere.requests.length),
      none('unhandled rejections', rejections),
    ],
  };
}

const isLarge = ({ what }: Pick<Case, 'what'>): boolean => what.includes('MiB');

async function judge(lab: Lab, one: Case, name: string): Promise<{ wrong: string; isHung: boolean }> {
  const { what, era, kind, ambiguous } = one;
  const { outcome, facts } = await play(lab, one, name);
  const wanted = expected(one);
  const isTooSoon = wanted.word === 'ok' && outcome.tookMs < (one.trouble.notBeforeMs ?? 0);
  const isRight = JSON.stringify(facts) === JSON.stringify(wanted) && !isTooSoon;
  const wrong = `${what} / ${era} / ${kind} / ${ambiguous}: ${JSON.stringify(facts)} after ${String(Math.round(outcome.tookMs))} ms, not ${JSON.stringify(wanted)}`;
  return { wrong: isRight ? '' : wrong, isHung: outcome.word === 'hung' };
}

function casesOf(troubles: Readonly<Record<string, HttpTrouble>>, scale: Scale): Case[] {
  const isFull = scale === 'full';
  const everything = Object.entries(troubles).flatMap(([what, trouble]) =>
    (Object.keys(eras) as Case['era'][]).flatMap((era) =>
      (Object.keys(classes) as Case['kind'][]).flatMap((kind) =>
        policies.map((ambiguous) => ({ what, trouble, era, kind, ambiguous })),
      ),
    ),
  );
  const isQuick = ({ what, kind, ambiguous }: Case): boolean =>
    !isLarge({ what }) && kind !== 'claimed' && ambiguous === 'safe-only';
  return everything.filter((one) => isFull || isQuick(one));
}

interface Facts {
  readonly word: string;
  readonly attempts: number;
  readonly effects: number;
  readonly isReplay: boolean;
}

/** The retry table, written down a second time: by what happened, not by how the hub decides. */
const repeats: Readonly<Record<HttpTrouble['phase'], (one: Case) => boolean>> = {
  refused: ({ ambiguous }) => ambiguous !== 'never',
  unknown: ({ ambiguous, kind }) => ambiguous === 'always' || (ambiguous === 'safe-only' && kind === 'safe'),
  answered: () => false,
  timeout: () => false,
  denied: () => false,
};

function expected(one: Case): Facts {
  const { phase, ran, code, requests = 1 } = one.trouble;
  const isRepeated = repeats[phase](one);
  const failure = phase === 'unknown' && one.kind !== 'safe' ? 'OUTCOME_UNKNOWN' : code;
  return {
    word: isRepeated || phase === 'answered' ? 'ok' : failure,
    attempts: requests + Number(isRepeated),
    effects: one.kind === 'unsafe' ? Number(ran) + Number(isRepeated) : 0,
    isReplay: isRepeated && phase === 'unknown',
  };
}

async function play(lab: Lab, { trouble, era, kind, ambiguous }: Case, name: string) {
  const { tool, trustAnnotations } = classes[kind];
  const { answers = 'auto', fault, phase } = trouble;
  const fixture = await lab.http(
    name,
    { version: eras[era], answers, tools: ['echo', 'counter'], capabilities: ['tools'] },
    { trustAnnotations, retry: { ambiguous }, timeouts: { callMs: phase === 'timeout' ? 300 : 60_000 } },
  );
  if (fault) fixture.set({ 'tools/call': { times: 1, ...fault } });
  else await disappear(fixture);
  const asked = outcomeOf(lab.hub.call(`${name}.${tool}`, tool === 'echo' ? { message: 'hi' } : {}));
  if (!fault) await comeBack(fixture);
  const outcome = await asked;
  const attempts = fixture.requests.filter(({ method }) => method === 'tools/call').length;
  const effects = fixture.count;
  await lab.hub.unregister(name);
  return { outcome, facts: { word: outcome.word, attempts, effects, isReplay: isReplay(outcome) } };
}

/** Connections that were open are seen to be closed, as they are when a server has been gone for a moment. */
async function disappear(fixture: NetworkFixture): Promise<void> {
  await fixture.stop();
  await pause(100);
}

/** After the first attempt, and before the pause ahead of the second is over. */
async function comeBack(fixture: NetworkFixture): Promise<void> {
  await pause(100);
  await fixture.restart();
}

function isReplay({ value }: Outcome): boolean {
  if (!isJsonObject(value) || !isJsonObject(value['_meta'])) return false;
  return value['_meta']['patchbay/replayed'] === true;
}
