import { EmptyState, ErrorBoundary, FailureNotice } from './notices.tsx';

export const gallery = {
  'Empty state': {
    bare: <EmptyState title="No tasks" />,
    advised: <EmptyState title="No tasks">Send a message to an agent.</EmptyState>,
  },
  'Error boundary': { whole: <ErrorBoundary>Content of a view.</ErrorBoundary> },
  Failure: {
    final: <FailureNotice message="task not found: it may have been erased" />,
    retried: (
      <FailureNotice message="the server is unreachable" onRetry={() => location.reload()} />
    ),
  },
};
