import type { ReactNode } from 'react';

interface PanelCardProps {
  readonly title: ReactNode;
  /** Content to show at the end of the card's title line. */
  readonly aside?: ReactNode;
  readonly isNew?: boolean;
  readonly children: ReactNode;
}

/** A section of the inspector with a title. If `isNew`, its border has the color that marks model calls. */
export function PanelCard({ title, aside, isNew = false, children }: PanelCardProps) {
  return (
    <section className={`rounded-lg border bg-raised ${isNew ? 'border-model/60' : 'border-line'}`}>
      <header className="flex min-h-7 items-center gap-2 px-3 pt-1.5 text-xs text-muted">
        <h3 className="min-w-0 truncate">{title}</h3>
        <span className="ms-auto flex shrink-0 items-center gap-1">{aside}</span>
      </header>
      <div className="px-3 pt-0.5 pb-2.5 text-sm">{children}</div>
    </section>
  );
}
