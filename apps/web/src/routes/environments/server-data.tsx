import type { ReactNode } from 'react';
import type { EnvironmentServer } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/notices/notices.tsx';

interface ServerDataProps<Data> {
  readonly server: EnvironmentServer;
  readonly asked: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly waiting: string;
  readonly children: (data: Data) => ReactNode;
}

export function ServerData<Data>({ server, asked, waiting, children }: ServerDataProps<Data>) {
  const { data, error, refetch } = asked;
  if (server.status.state === 'disabled') {
    return <p className="text-muted">This server is disabled.</p>;
  }
  if (error) return <FailureNotice message={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-muted">{waiting}</p>;
  return children(data);
}
