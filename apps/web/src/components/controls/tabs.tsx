import { Tabs as Root } from 'radix-ui';
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../notices/notices.tsx';

interface TabsProps<Tab extends string> {
  readonly label: string;
  readonly titles: Readonly<Record<Tab, string>>;
  readonly tab: Tab;
  readonly onChange: (tab: Tab) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Tabs<Tab extends string>(props: TabsProps<Tab>) {
  const { label, titles, tab, onChange, className = 'overflow-y-auto p-4', children } = props;
  return (
    <Root.Root
      value={tab}
      onValueChange={(next) => onChange(next as Tab)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Root.List aria-label={label} className="flex overflow-x-auto border-b border-line px-2">
        {Object.entries<string>(titles).map(([name, title]) => (
          <Root.Trigger
            key={name}
            value={name}
            className="px-3 py-2 text-sm whitespace-nowrap -outline-offset-2 data-[state=active]:border-b-2 data-[state=active]:border-accent data-[state=active]:font-semibold"
          >
            {title}
          </Root.Trigger>
        ))}
      </Root.List>
      <Root.Content value={tab} className={`min-h-0 flex-1 ${className}`}>
        <ErrorBoundary key={tab}>{children}</ErrorBoundary>
      </Root.Content>
    </Root.Root>
  );
}
