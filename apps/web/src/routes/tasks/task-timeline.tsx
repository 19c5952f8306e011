import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { listTimelineRows, type Timeline } from '@timestep-ai/timestep/view';
import { flattenRows, type ExpandedRows } from '../../components/diagrams/nested-rows.ts';
import { Waterfall } from '../../components/diagrams/waterfall.tsx';
import { useRunningTime } from './use-running-time.ts';
import { useTaskLog } from './use-task-log.ts';

export function TaskTimeline({ taskId, timeline }: { taskId: string; timeline: Timeline }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<ReadonlyMap<string, ExpandedRows>>(new Map());
  const rows = useMemo(
    () => flattenRows(listTimelineRows(timeline), opened, [taskId]),
    [timeline, opened, taskId],
  );
  const addRows = useCallback((id: string, child: ExpandedRows) => {
    // The row may have been collapsed while its task was loading.
    setOpened((before) => (before.has(id) ? new Map([...before, [id, child]]) : before));
  }, []);
  const now = useRunningTime(
    timeline.at,
    rows.some(({ row }) => row.to === undefined),
  );
  return (
    <div className="h-full p-4">
      {[...opened.keys()].map((id) => (
        <ExpandedTaskLoader key={id} taskId={id} onRows={addRows} />
      ))}
      <Waterfall
        rows={rows}
        now={now}
        onToggle={(id) =>
          setOpened((before) =>
            before.has(id)
              ? new Map([...before].filter(([one]) => one !== id))
              : new Map([...before, [id, { rows: [] }]]),
          )
        }
        onOpen={(id) =>
          void navigate({
            to: '/tasks/$taskId',
            params: { taskId: id },
            search: { tab: 'timeline' },
          })
        }
      />
    </div>
  );
}

interface ExpandedTaskLoaderProps {
  readonly taskId: string;
  readonly onRows: (taskId: string, child: ExpandedRows) => void;
}

function ExpandedTaskLoader({ taskId, onRows }: ExpandedTaskLoaderProps) {
  const { log, error } = useTaskLog(taskId);
  const { timeline } = log;
  useEffect(() => {
    const rows = listTimelineRows(timeline);
    onRows(taskId, { rows, ...(error && { missing: error.message }) });
  }, [taskId, timeline, error, onRows]);
  return null;
}
