import type { ReactNode } from 'react';

interface CodeBlockProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Focusable, so that long content can be scrolled with the keyboard. */
export function CodeBlock({ label, className = 'max-h-96 p-2', children }: CodeBlockProps) {
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className={`overflow-auto rounded-md bg-surface font-mono text-xs whitespace-pre-wrap ${className}`}
    >
      {children}
    </pre>
  );
}
