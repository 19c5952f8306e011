import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WaitingTasks } from '@timestep-ai/timestep/view';
import { usePageServices } from '../../api/page-services.ts';
import { useRead } from '../../api/queries.ts';

const KEY = ['inbox'];

export function useInbox() {
  const { stream, queryClient } = usePageServices();
  useEffect(
    () =>
      stream.subscribe({
        waiting: true,
        onMessage: () => void reloadInbox(queryClient),
      }),
    [queryClient, stream],
  );
  return useRead<WaitingTasks>(KEY, '/inbox');
}

/** Reloads the inbox. An active request is cancelled, as its response may be outdated. */
async function reloadInbox(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries({ queryKey: KEY });
  await queryClient.invalidateQueries({ queryKey: KEY });
}
