import { fail, type PinsView, type PinView, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Context } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { describeReview, toReview } from '../describe-review.ts';
import { count, good } from '../output.ts';

export const command = defineCommand({
  args: [['[tools...]', 'each as server.tool']],
  flags: [
    ['--all <server>', 'every tool of this server that is new or changed'],
    ['-y, --yes', 'do not show them, and do not ask'],
  ],
  examples: ['patchbay tools accept github.create_issue', 'patchbay tools accept --all github'],
  input: z.object({
    tools: z.array(z.string()).default([]),
    all: z.string().optional(),
    yes: z.boolean().default(false),
  }),

  async run(context, { tools, all, yes }) {
    const { out, err, json } = context;
    const chosen = await choose(context, tools, all);
    const names = chosen.flatMap(({ serverId, tools: own }) => own.map(({ name }) => `${serverId}.${name}`));
    if (!yes && names.length > 0 && !(await isMeant(context, chosen, names.length))) return 1;
    for (const one of chosen) await accept(context, one);
    if (json) out(JSON.stringify({ accepted: names }));
    else if (names.length === 0) err('Nothing to accept: every tool is as it was accepted.');
    else err(`${good('Accepted')} ${names.map(showLine).join(', ')}.`);
    return 0;
  },
});

interface Chosen {
  readonly serverId: string;
  readonly tools: readonly PinView[];
}

async function choose(
  { hub }: Context,
  tools: readonly string[],
  all: string | undefined,
): Promise<Chosen[]> {
  if (tools.length === 0 && all === undefined)
    throw fail('INPUT_INVALID', {
      problems: [{ path: '', message: 'Name tools as server.tool, or --all <server>.' }],
    });
  const named = Map.groupBy(tools.map(split), ({ server }) => server);
  const wanted = new Map([...named].map(([server, own]) => [server, own.map(({ tool }) => tool)]));
  if (all !== undefined) wanted.set(all, []);
  const chosen: Chosen[] = [];
  for (const [name, names] of wanted) chosen.push(pick(await hub().serverPins({ params: { name } }), names));
  return chosen.filter(({ tools: own }) => own.length > 0);
}

/** Without names, all that there is to look at. */
function pick(pins: PinsView, names: readonly string[]): Chosen {
  const { serverId } = pins;
  const open = toReview(pins).filter(({ digest }) => digest !== null);
  if (names.length === 0) return { serverId, tools: open };
  const available = pins.tools.filter(({ state }) => state !== 'gone').map(({ name }) => name);
  const missing = names.find((name) => !available.includes(name));
  if (missing !== undefined) throw fail('TOOL_NOT_FOUND', { serverId, tool: missing, available });
  return { serverId, tools: open.filter(({ name }) => names.includes(name)) };
}

function split(written: string): { readonly server: string; readonly tool: string } {
  const [, server, tool] = /^(.+?)(?:\.|__)(.+)$/s.exec(written) ?? [];
  if (server === undefined || tool === undefined) throw fail('TOOL_NAME_INVALID', { name: written });
  return { server, tool };
}

/** Nobody accepts what they have not seen. */
async function isMeant(context: Context, chosen: readonly Chosen[], amount: number): Promise<boolean> {
  const texts = chosen.flatMap(({ serverId, tools }) => tools.map((tool) => describeReview(serverId, tool)));
  if (context.isInteractive) context.err(`${texts.join('\n\n')}\n`);
  return confirmed(context, `Accept ${count(amount, 'tool')} as shown?`);
}

/** With the digests of what was shown: what has changed since then is refused. */
async function accept({ hub }: Context, { serverId, tools }: Chosen): Promise<void> {
  const seen = tools.map(({ name, digest }) => ({ name, digest: digest ?? '' }));
  await hub().acceptTools({ params: { name: serverId }, body: { tools: seen } });
}
