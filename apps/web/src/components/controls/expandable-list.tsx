import type { ReactNode } from 'react';
import { ExpandableCard } from './expandable-card.tsx';

interface NamedItem {
  readonly name: string;
  readonly description?: string;
}

interface ExpandableListProps<Item extends NamedItem> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Name of the item whose details are open; undefined if none is. */
  readonly open: string | undefined;
  readonly onChange: (search: { readonly open?: string }) => void;
  readonly children: (item: Item) => ReactNode;
}

/** A list of named items, of which one is open. */
export function ExpandableList<Item extends NamedItem>(props: ExpandableListProps<Item>) {
  const { label, items, open, onChange, children } = props;
  return (
    <ul className="flex flex-col gap-2" aria-label={label}>
      {items.map((item) => (
        <li key={item.name}>
          <ExpandableCard
            name={item.name}
            about={item.description}
            isOpen={open === item.name}
            onToggle={() => onChange(open === item.name ? {} : { open: item.name })}
          >
            {children(item)}
          </ExpandableCard>
        </li>
      ))}
    </ul>
  );
}
