import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly label: string;
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly className?: string;
  /** Somebody has come near the end. */
  readonly onEnd?: (() => void) | undefined;
  /** Which one is to be in sight. */
  readonly follows?: number | undefined;
  readonly children: (item: T, at: number) => ReactNode;
}

/** Only what is in sight is in the page, however long the list is. Rows may grow beyond their usual height. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, label, rowHeight, keyOf, className = '', onEnd, follows, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => keyOf(items[at] as T),
    overscan: 8,
    // A list that is hidden for a while has rows without height, and would never come back.
    measureElement: (row) => row.getBoundingClientRect().height || rowHeight,
  });
  useEffect(() => {
    if (follows !== undefined) rows.scrollToIndex(follows, { align: 'auto' });
  }, [follows, rows]);
  const shown = rows.getVirtualItems();
  const nearEnd = (): void => {
    if ((shown.at(-1)?.index ?? 0) >= items.length - 10) onEnd?.();
  };
  return (
    <div
      ref={scroller}
      onScroll={nearEnd}
      className={`overflow-auto ${className}`}
      role="list"
      aria-label={label}
      tabIndex={-1}
    >
      <div className="relative w-full" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ key, index, start }) => (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${String(start)}px)` }}
          >
            {children(items[index] as T, index)}
          </div>
        ))}
      </div>
    </div>
  );
}
