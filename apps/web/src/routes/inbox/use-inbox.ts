import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WaitingTasks } from 'timestep/view';
import { read } from '../../api/client.ts';
import { usePageServices } from '../../api/page-services.ts';

const KEY = ['inbox'];

/** What waits for a person; it is read again whenever the stream says that the waiting tasks have changed. */
export function useInbox() {
  const { stream, queries } = usePageServices();
  useEffect(
    () =>
      stream.follow({
        list: { state: 'input-required' },
        heard: ({ kind }) => {
          if (kind === 'list') void queries.invalidateQueries({ queryKey: KEY });
        },
      }),
    [queries, stream],
  );
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read<WaitingTasks>('/inbox', signal) });
}
