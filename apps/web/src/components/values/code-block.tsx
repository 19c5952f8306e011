import type { ReactNode } from 'react';

interface CodeBlockProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A code block that can have the focus, so that the keyboard can scroll it. */
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
