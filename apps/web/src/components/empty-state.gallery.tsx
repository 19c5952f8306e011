import { EmptyState } from './empty-state.tsx';

export const title = 'Nothing here';

export const states = {
  bare: <EmptyState title="There are no tasks" />,
  advised: <EmptyState title="There are no tasks">Ask an agent something.</EmptyState>,
};
