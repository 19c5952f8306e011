import { FailureNotice } from './failure-notice.tsx';

export const title = 'Failure';

export const states = {
  final: <FailureNotice message="task not found: it may have been erased" />,
  retried: <FailureNotice message="the server is unreachable" onRetry={() => location.reload()} />,
};
