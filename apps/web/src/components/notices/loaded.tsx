import type { ReactNode } from 'react';
import { ErrorBoundary, FailureNotice } from './notices.tsx';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** Name of the data for the text `Loading …`, such as `tasks`. */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the data of a query, or that the query is loading, or why it failed. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {data === undefined && !error && <p className="p-2 text-muted">Loading {what}…</p>}
      {data !== undefined && <ErrorBoundary>{children(data)}</ErrorBoundary>}
    </>
  );
}
