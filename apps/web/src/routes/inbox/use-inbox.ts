import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WaitingTasks } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { usePageServices } from '../../api/page-services.ts';

const KEY = ['inbox'];

export function useInbox() {
  const { stream, queryClient } = usePageServices();
  useEffect(
    () =>
      stream.subscribe({
        waiting: true,
        onMessage: ({ kind }) => {
          if (kind === 'waiting') void reloadInbox(queryClient);
        },
      }),
    [queryClient, stream],
  );
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => getJson<WaitingTasks>('/inbox', signal),
  });
}

/** The response to an active request may be older than the reported change. */
async function reloadInbox(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries({ queryKey: KEY });
  await queryClient.invalidateQueries({ queryKey: KEY });
}
