import { FailureNotice } from './failure-notice.tsx';

export const title = 'Failure';

export const states = {
  final: <FailureNotice message="there is no such task: it may have been erased" />,
  retried: (
    <FailureNotice message="the server cannot be reached" onRetry={() => location.reload()} />
  ),
};
