import type { ReactNode } from 'react';

interface ExpandableCardProps {
  readonly name: string;
  readonly about: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

export function ExpandableCard({ name, about, isOpen, onToggle, children }: ExpandableCardProps) {
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
