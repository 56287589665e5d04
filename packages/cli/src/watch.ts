import { readEvents, type Client } from '@patchbay/client';
import { PatchbayError } from '@patchbay/contracts';
import type { Context, Flag } from './command.ts';
import { faint } from './output.ts';

export const watchFlag: Flag = ['-w, --watch', 'show it again whenever something changes, until Ctrl-C'];

/** What is said in relation to now grows old, and not everything that changes is told. */
const everyMs = 5_000;
/** Much often changes at once. */
const settleMs = 150;

export interface Watched {
  /** How the names of the events begin that change the picture. */
  readonly events: readonly string[];
  readonly draw: (context: Context) => Promise<number>;
}

/** Draws once, or again and again in the same place until somebody stops it. */
export async function drawOrWatch(context: Context, isWatched: boolean, watched: Watched): Promise<number> {
  if (!isWatched) return watched.draw(context);
  const stopping = context.stopped().then(() => 'stopped' as const);
  const news = createNews(context.hub(), watched.events);
  const show = createScreen(context);
  for (;;) {
    show(await picture(context, watched));
    const what = await Promise.race([stopping, news(), context.pause(everyMs)]);
    if (what === 'stopped') return 0;
    if (what === 'news') await context.pause(settleMs);
  }
}

async function picture(context: Context, { draw }: Watched): Promise<string> {
  const said: string[] = [];
  const keep = (text: string): void => void said.push(text);
  try {
    await draw({ ...context, out: keep, err: keep });
    return said.join('\n');
  } catch (error) {
    if (!PatchbayError.is(error, 'HUB_UNREACHABLE')) throw error;
    return context.json ? '' : 'The hub does not answer; trying again.';
  }
}

/** Resolves when something of this kind has happened since it was asked last. Not being told is no failure. */
function createNews(client: Client, prefixes: readonly string[]): () => Promise<'news'> {
  let isTold = false;
  let isOpen = false;
  let awake = (): void => {};
  const tell = (): void => {
    isTold = true;
    awake();
  };
  const follow = async (): Promise<void> => {
    for await (const { name } of readEvents(await client.events()))
      if (prefixes.some((prefix) => name.startsWith(prefix))) tell();
  };
  return async () => {
    if (!isOpen) {
      isOpen = true;
      follow()
        .catch(() => {})
        .finally(() => (isOpen = false));
    }
    if (!isTold) await new Promise<void>((resolve) => (awake = resolve));
    isTold = false;
    return 'news';
  };
}

/** On a terminal in place of the picture before; elsewhere below it, when it is another one. */
function createScreen({ write, out, isInteractive, json, rows }: Context): (text: string) => void {
  let before: string | undefined;
  return (text) => {
    if (!isInteractive || json) {
      if (text !== before && text !== '') out(text);
    } else {
      const lines = text.split('\n');
      const shown = lines.length < rows ? lines : [...lines.slice(0, rows - 2), faint('… (more than fits)')];
      const up = before === undefined ? '' : `\u001B[${String(before.split('\n').length)}A\r\u001B[J`;
      text = shown.join('\n');
      write(`${up}${text}\n`);
    }
    before = text;
  };
}
