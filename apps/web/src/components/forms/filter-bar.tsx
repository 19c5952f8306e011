import type { ReactNode } from 'react';

/** Filters of a list in one line; on phones a grid of fields of one size. */
export function FilterBar({ className = '', children }: FilterBarProps) {
  return (
    <div
      role="search"
      className={`flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:*:h-9 max-sm:*:w-full max-sm:*:first:col-span-full ${className}`}
    >
      {children}
    </div>
  );
}

interface FilterBarProps {
  readonly className?: string;
  /** The search field first, which is as wide as the bar on phones. */
  readonly children: ReactNode;
}
