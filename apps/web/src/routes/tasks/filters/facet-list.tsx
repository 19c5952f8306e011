import { useState, type ReactNode } from 'react';

interface FacetListProps {
  readonly title: string;
  readonly facets: readonly { readonly name: string; readonly count?: number }[];
  readonly chosen: string | undefined;
  /**
   * Called with the chosen name, or with undefined if the user clicks the chosen name again to clear the
   * filter.
   */
  readonly onChoose: (name: string | undefined) => void;
  readonly render: (name: string) => ReactNode;
  /** What is below the names. */
  readonly children?: ReactNode;
}

/** Number of names that are shown before a person asks for all. */
const SHOWN = 8;

/** The values of one filter, of which one can be chosen, with the number of tasks of each. */
export function FacetList({ title, facets, chosen, onChoose, render, children }: FacetListProps) {
  const [isAll, showAll] = useState(false);
  if (facets.length === 0) return null;
  const shown = isAll
    ? facets
    : facets.filter(({ name }, place) => place < SHOWN || name === chosen);
  return (
    <section aria-label={title}>
      <h2 className="px-2 text-2xs text-muted">{title}</h2>
      <ul className="mt-0.5">
        {shown.map(({ name, count }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === chosen}
              className="flex min-h-7 w-full items-center gap-2 rounded-md px-2 text-start text-sm hover:bg-hover aria-pressed:bg-chosen aria-pressed:font-medium"
              onClick={() => onChoose(name === chosen ? undefined : name)}
            >
              {render(name)}
              {count !== undefined && (
                <span className="ms-auto text-xs text-muted tabular-nums">
                  {count.toLocaleString('en')}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < facets.length && (
        <button
          type="button"
          className="px-2 text-xs text-accent hover:underline"
          onClick={() => showAll(true)}
        >
          {facets.length - shown.length} more
        </button>
      )}
      {children}
    </section>
  );
}
