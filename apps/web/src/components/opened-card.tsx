import type { ReactNode } from 'react';

/** Something with a name that is opened by it. */
export function OpenedCard({
  name,
  about,
  isOpen,
  onToggle,
  children,
}: {
  readonly name: string;
  /** Stands below the name. */
  readonly about: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Shown while it is open. */
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
