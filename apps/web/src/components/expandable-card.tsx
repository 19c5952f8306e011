import type { ReactNode } from 'react';

/** A card that expands when its name is clicked. */
export function ExpandableCard({
  name,
  about,
  isOpen,
  onToggle,
  children,
}: {
  readonly name: string;
  /** Description below the name, always visible. */
  readonly about: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Content that is shown while the card is expanded. */
  readonly children: ReactNode;
}) {
  return (
    <div className="rounded-md border border-line p-3">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="text-left font-mono font-semibold underline"
        >
          <bdi>{name}</bdi>
        </button>
      </h2>
      <div className="text-sm whitespace-pre-wrap">{about}</div>
      {isOpen && <div className="mt-3 flex flex-col gap-3">{children}</div>}
    </div>
  );
}
