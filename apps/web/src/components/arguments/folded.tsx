import { useLayoutEffect, useState, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

interface FoldedProps<Item> {
  readonly items: readonly Item[];
  /** Number of items that are shown before the list is unfolded, if there are more than `most`. */
  readonly first: number;
  readonly most: number;
  /** Plural noun for the items in the button's label, such as `lines`. */
  readonly what: string;
  /** Called after the user has opened the rest of the list. */
  readonly onShow?: (() => void) | undefined;
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** The beginning of a long list. A button shows the rest. */
export function Folded<Item>({ items, first, most, what, onShow, children }: FoldedProps<Item>) {
  const [isWhole, setWhole] = useState(items.length <= most);
  useLayoutEffect(() => {
    if (isWhole) onShow?.();
  }, [isWhole, onShow]);
  return (
    <>
      {children(isWhole ? items : items.slice(0, first))}
      {!isWhole && (
        <div data-folded className="py-1 font-sans">
          <Button onClick={() => setWhole(true)}>
            Show all {items.length.toLocaleString('en')} {what}
          </Button>
        </div>
      )}
    </>
  );
}
