import type { WriteStream } from 'node:tty';
import { faint } from './output.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const clearLine = '\r\x1b[K';

type Screen = Pick<WriteStream, 'isTTY' | 'columns'> & { write(text: string): unknown };

export interface Spinner {
  readonly show: (what: string | undefined) => void;
}

/** Who waits longer than this is told how long. */
const patienceMs = 3_000;

/** One line that moves while somebody waits, and leaves nothing behind. Silent where no terminal is. */
export function createSpinner(stream: Screen, now: () => number = Date.now): Spinner {
  let shown: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;
  let since = 0;
  const draw = (): void => {
    const waitedMs = now() - since;
    const time = waitedMs < patienceMs ? '' : ` ${String(Math.floor(waitedMs / 1_000))} s`;
    const text = `${frames[turn++ % frames.length] ?? ''} ${shown ?? ''}${time}`;
    stream.write(clearLine + faint(text.slice(0, Math.max((stream.columns || 80) - 1, 1))));
  };
  const show = (what: string | undefined): void => {
    if (!stream.isTTY || what === shown) return;
    const isShown = shown !== undefined;
    shown = what;
    since = now();
    if (what === undefined) {
      clearInterval(timer);
      if (isShown) stream.write(clearLine);
      return;
    }
    draw();
    if (!isShown) timer = setInterval(draw, frameMs).unref();
  };
  return { show };
}
