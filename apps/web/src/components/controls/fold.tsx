import type { ReactNode } from 'react';
import { ChevronRight } from '../../icons/icons.ts';

interface FoldProps {
  readonly title: ReactNode;
  readonly className?: string;
  /** Classes of the title, which is the row that opens and closes. */
  readonly titleClass?: string;
  readonly startsOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A part of a view that its title opens and closes, with the chevron of the page before the title. */
export function Fold(props: FoldProps) {
  const { title, className, titleClass = '', startsOpen = false, onToggle, children } = props;
  return (
    <details
      className={className}
      open={startsOpen}
      onToggle={onToggle && (({ currentTarget }) => onToggle(currentTarget.open))}
    >
      <summary className={`w-fit cursor-pointer list-none ${titleClass}`}>
        <FoldMark className="-ms-1 me-1 inline-block align-[-0.15em]" />
        {title}
      </summary>
      {children}
    </details>
  );
}

/** The chevron of a `summary`, which points down while the part of that title is open. */
export function FoldMark({ className = '' }: { readonly className?: string }) {
  return (
    <ChevronRight
      aria-hidden="true"
      size={14}
      className={`shrink-0 text-muted transition-transform motion-reduce:transition-none [details[open]>summary_&]:rotate-90 ${className}`}
    />
  );
}
