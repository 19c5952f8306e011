import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { listTimelineRows, type Timeline, type TimelineRow } from '@timestep-ai/timestep/view';
import { flattenRows, type ExpandedRows } from '../../components/diagrams/nested-rows.ts';
import { Waterfall, type Spent } from '../../components/diagrams/waterfall.tsx';
import { useRunningTime } from './use-running-time.ts';
import { useTaskLog } from './use-task-log.ts';

/** Number of levels of tasks below the first whose rows are shown unless they are closed. */
const OPEN_LEVELS = 2;

export function TaskTimeline({ taskId, timeline }: { taskId: string; timeline: Timeline }) {
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState<ReadonlyMap<string, ExpandedRows>>(new Map());
  /** Tasks that the user has opened or closed against the default. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const own = useMemo(() => listTimelineRows(timeline), [timeline]);
  const opened = useMemo(
    () => findOpenTasks(own, loaded, toggled, [taskId]),
    [own, loaded, toggled, taskId],
  );
  const rows = useMemo(() => flattenRows(own, opened, [taskId]), [own, opened, taskId]);
  const addRows = useCallback((id: string, child: ExpandedRows) => {
    setLoaded((before) => new Map([...before, [id, child]]));
  }, []);
  const spent = useMemo(
    () => addUpSpending([own, ...[...loaded.values()].map((one) => one.rows)]),
    [own, loaded],
  );
  const isRunning = rows.some(({ row }) => row.to === undefined);
  const now = useRunningTime(timeline.at, isRunning);
  return (
    <div className="h-full p-4">
      {[...opened.keys()].map((id) => (
        <ExpandedTaskLoader key={id} taskId={id} onRows={addRows} />
      ))}
      <Waterfall
        rows={rows}
        now={now}
        spent={spent}
        onToggle={(id) =>
          setToggled((before) =>
            before.has(id)
              ? new Set([...before].filter((one) => one !== id))
              : new Set([...before, id]),
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

/** Adds up what the model calls of several tasks have used. */
function addUpSpending(tasks: readonly (readonly TimelineRow[])[]): Spent {
  const rows = tasks.flat();
  return {
    tokens: rows.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    costUsd: rows.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
    tasks: tasks.length,
  };
}

/** Finds the tasks whose rows are shown: those of the first levels, except where the user wants otherwise. */
function findOpenTasks(
  rows: readonly TimelineRow[],
  loaded: ReadonlyMap<string, ExpandedRows>,
  toggled: ReadonlySet<string>,
  path: readonly string[],
): ReadonlyMap<string, ExpandedRows> {
  const open = new Map<string, ExpandedRows>();
  for (const { awaited } of rows) {
    if (awaited === undefined || path.includes(awaited)) continue;
    const isDefault = path.length <= OPEN_LEVELS;
    if (isDefault === toggled.has(awaited)) continue;
    const child = loaded.get(awaited) ?? { rows: [] };
    open.set(awaited, child);
    const below = findOpenTasks(child.rows, loaded, toggled, [...path, awaited]);
    for (const [id, its] of below) open.set(id, its);
  }
  return open;
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
