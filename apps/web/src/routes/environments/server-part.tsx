import type { ReactNode } from 'react';
import type { EnvironmentServer } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';

/** Shows what a server was asked for once it is there, and says before what is waited for. */
export function ServerPart<Data>({
  server,
  asked,
  waiting,
  children,
}: {
  readonly server: EnvironmentServer;
  readonly asked: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly waiting: string;
  readonly children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = asked;
  if (server.status.state === 'disabled') {
    return <p className="text-muted">The server is switched off.</p>;
  }
  if (error) return <FailureNotice message={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-muted">{waiting}</p>;
  return children(data);
}
