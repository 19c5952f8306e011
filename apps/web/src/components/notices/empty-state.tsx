import type { ReactNode } from 'react';

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto max-w-prose p-8 text-center">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children !== undefined && <div className="mt-2 text-muted">{children}</div>}
    </div>
  );
}
