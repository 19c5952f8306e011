import type { ReactNode } from 'react';
import type { EnvironmentServer } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';

/** Shows data from an MCP server after it has loaded, and a waiting text or an error before. */
export function ServerData<Data>({
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
    return <p className="text-muted">This server is disabled.</p>;
  }
  if (error) return <FailureNotice message={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-muted">{waiting}</p>;
  return children(data);
}
