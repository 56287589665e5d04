type Produce<T> = (onPiece: (piece: string) => void, signal: AbortSignal) => Promise<T>;

/**
 * Makes something to loop over of pieces that are reported and a whole that is returned at the end. Whoever stops
 * looping has cancelled.
 */
export async function* piecesOf<T>(produce: Produce<T>): AsyncGenerator<string, T, undefined> {
  const controller = new AbortController();
  const waiting: string[] = [];
  let news = Promise.withResolvers<void>();
  const state = { isOver: false };
  const wake = (): void => {
    news.resolve();
    news = Promise.withResolvers<void>();
  };
  const whole = produce((piece) => {
    waiting.push(piece);
    wake();
  }, controller.signal).finally(() => {
    state.isOver = true;
    wake();
  });
  whole.catch(() => {}); // it is awaited below; until then it is nobody's unhandled rejection
  try {
    for (;;) {
      const piece = waiting.shift();
      if (piece !== undefined) yield piece;
      else if (state.isOver) return await whole;
      else await news.promise;
    }
  } finally {
    controller.abort();
  }
}
