import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TaskOverview } from '@timestep-ai/timestep/view';
import { usePageServices } from '../../api/page-services.ts';
import { getStartOfPeriod } from './task-search.ts';

/**
 * Receives the counts of running, waiting and failed tasks of today from the stream. Until the
 * first message, the counts of the last view are shown.
 */
export function useOverview(): TaskOverview | undefined {
  const { stream } = usePageServices();
  const queryClient = useQueryClient();
  const since = getStartOfPeriod(1, Date.now());
  const key = `overview ${since}`;
  const [overview, setOverview] = useState(() => queryClient.getQueryData<TaskOverview>([key]));
  useEffect(
    () =>
      stream.subscribe({
        overview: since,
        onMessage(message) {
          if (message.kind !== 'overview') return;
          queryClient.setQueryData([key], message.overview);
          setOverview(message.overview);
        },
      }),
    [stream, queryClient, since, key],
  );
  return overview;
}
