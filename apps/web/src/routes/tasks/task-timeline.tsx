import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { rowsOfTimeline, type Timeline } from 'timestep/view';
import { Waterfall } from '../../components/waterfall.tsx';

/** What happened when. */
export function TaskTimeline({ timeline }: { readonly timeline: Timeline }) {
  const navigate = useNavigate();
  const rows = useMemo(() => rowsOfTimeline(timeline), [timeline]);
  return (
    <div className="h-full p-4">
      <Waterfall
        rows={rows}
        now={timeline.at}
        onOpen={({ awaited }) => {
          if (awaited === undefined) return;
          void navigate({
            to: '/tasks/$taskId',
            params: { taskId: awaited },
            search: { tab: 'timeline' },
          });
        }}
      />
    </div>
  );
}
