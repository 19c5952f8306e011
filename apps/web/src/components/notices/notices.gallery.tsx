import { Loaded } from './loaded.tsx';
import { EmptyState, ErrorBoundary, FailureNotice } from './notices.tsx';

export const gallery = {
  'Empty state': {
    bare: <EmptyState title="No tasks" />,
    advised: <EmptyState title="No tasks">Send a message to an agent.</EmptyState>,
  },
  Loaded: {
    loading: (
      <Loaded query={{ data: undefined, error: null, refetch() {} }} what="tasks">
        {() => null}
      </Loaded>
    ),
    failed: (
      <Loaded
        query={{ data: undefined, error: new Error('the server is not reachable'), refetch() {} }}
        what="tasks"
      >
        {() => null}
      </Loaded>
    ),
  },
  'Error boundary': { whole: <ErrorBoundary>Content of a view.</ErrorBoundary> },
  Failure: {
    final: <FailureNotice message="task not found: it may have been erased" />,
    retried: (
      <FailureNotice message="the server is unreachable" onRetry={() => location.reload()} />
    ),
  },
};
