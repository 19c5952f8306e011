import { EmptyState } from './empty-state.tsx';

export const title = 'Empty state';

export const states = {
  bare: <EmptyState title="No tasks" />,
  advised: <EmptyState title="No tasks">Send a message to an agent.</EmptyState>,
};
