import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WaitingTasks } from '@timestep-ai/timestep/view';
import { read } from '../../api/client.ts';
import { usePageServices } from '../../api/page-services.ts';

const KEY = ['inbox'];

/** What waits for a person; it is read again whenever the stream says that the waiting tasks have changed. */
export function useInbox() {
  const { stream, queries } = usePageServices();
  useEffect(
    () =>
      stream.follow({
        waiting: true,
        heard: ({ kind }) => {
          if (kind === 'waiting') void readAgain(queries);
        },
      }),
    [queries, stream],
  );
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read<WaitingTasks>('/inbox', signal) });
}

/** A first reading that is under way may be older than the change, and would be taken for the new one. */
async function readAgain(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({ queryKey: KEY });
  await queries.invalidateQueries({ queryKey: KEY });
}
