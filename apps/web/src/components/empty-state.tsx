import type { ReactNode } from 'react';

/** A message that a list is empty, with a hint how to add something. */
export function EmptyState({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-prose p-8 text-center">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children !== undefined && <div className="mt-2 text-muted">{children}</div>}
    </div>
  );
}
