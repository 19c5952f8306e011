import type { ReactNode } from 'react';
import { FailureNotice } from '../../components/notices/notices.tsx';
import type { TaskLog } from './task-log.ts';
import { useTaskLog } from './use-task-log.ts';

interface TaskLogLoaderProps {
  readonly taskId: string;
  readonly children: (log: TaskLog) => ReactNode;
}

/**
 * Loads the log of a task, shows it once the first events are loaded, and subscribes to new events.
 */
export function TaskLogLoader({ taskId, children }: TaskLogLoaderProps) {
  const { log, isLoading, error } = useTaskLog(taskId);
  if (error) return <FailureNotice message={error.message} />;
  if (isLoading && log.events.length === 0) {
    return <p className="p-4 text-muted">Loading the log…</p>;
  }
  return children(log);
}
