import { useEffect, type RefObject } from 'react';

const nearPx = 120;

function distanceFromEnd(): number {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight - clientHeight - scrollY;
}

/** Whoever is at the end of the page stays there while it grows; whoever reads further up is left alone. */
export function useStick(ref: RefObject<HTMLElement | null>, subject: string | undefined): void {
  useEffect(() => {
    const content = ref.current;
    if (!content || subject === undefined) return;
    let isAtEnd = true;
    const toEnd = (): void => {
      if (isAtEnd) scrollTo({ top: document.documentElement.scrollHeight });
    };
    const look = (): void => {
      isAtEnd = distanceFromEnd() < nearPx;
    };
    const sizes = new ResizeObserver(toEnd);
    sizes.observe(content);
    addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', look);
    };
  }, [ref, subject]);
}
