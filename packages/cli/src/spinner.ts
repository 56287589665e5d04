import type { WriteStream } from 'node:tty';
import { faint } from './output.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const clearLine = '\r\x1b[K';

export interface Spinner {
  readonly show: (what: string | undefined) => void;
}

/** One line that moves while somebody waits, and leaves nothing behind. Silent where no terminal is. */
export function createSpinner(stream: WriteStream): Spinner {
  let shown: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;
  const draw = (): void => {
    const text = `${frames[turn++ % frames.length] ?? ''} ${shown ?? ''}`;
    stream.write(clearLine + faint(text.slice(0, Math.max((stream.columns || 80) - 1, 1))));
  };
  const show = (what: string | undefined): void => {
    if (!stream.isTTY || what === shown) return;
    const isShown = shown !== undefined;
    shown = what;
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
