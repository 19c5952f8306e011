import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { rowsOfTimeline, type Timeline } from '@timestep-ai/timestep/view';
import { nestedRows, type OpenedRows } from '../../components/nested-rows.ts';
import { Waterfall } from '../../components/waterfall.tsx';
import { useTaskLog } from './use-task-log.ts';

/** What happened when, with the timelines of the tasks that were waited for where they are opened. */
export function TaskTimeline({
  taskId,
  timeline,
}: {
  readonly taskId: string;
  readonly timeline: Timeline;
}) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<ReadonlyMap<string, OpenedRows>>(new Map());
  const rows = useMemo(
    () => nestedRows(rowsOfTimeline(timeline), opened, [taskId]),
    [timeline, opened, taskId],
  );
  const take = useCallback(
    (id: string, child: OpenedRows) =>
      // What comes of a task that was closed meanwhile is left out.
      setOpened((before) => (before.has(id) ? new Map([...before, [id, child]]) : before)),
    [],
  );
  return (
    <div className="h-full p-4">
      {[...opened.keys()].map((id) => (
        <OpenedTask key={id} taskId={id} onRows={take} />
      ))}
      <Waterfall
        rows={rows}
        now={timeline.at}
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

/** Follows a task whose rows are shown in the timeline of another one. */
function OpenedTask({
  taskId,
  onRows,
}: {
  readonly taskId: string;
  readonly onRows: (taskId: string, child: OpenedRows) => void;
}) {
  const { log, error } = useTaskLog(taskId);
  const { timeline } = log;
  useEffect(() => {
    onRows(taskId, {
      rows: rowsOfTimeline(timeline),
      ...(error && { missing: error.message }),
    });
  }, [taskId, timeline, error, onRows]);
  return null;
}
