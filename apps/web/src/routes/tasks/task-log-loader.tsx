import type { ReactNode } from 'react';
import { FailureNotice } from '../../components/notices/notices.tsx';
import type { TaskLog } from './task-log.ts';
import { useTaskLog } from './use-task-log.ts';

interface TaskLogLoaderProps {
  readonly taskId: string;
  readonly children: (log: TaskLog) => ReactNode;
}

/** Shows the log of a task once its first events are read, and follows it. */
export function TaskLogLoader({ taskId, children }: TaskLogLoaderProps) {
  const { log, isLoading, error } = useTaskLog(taskId);
  if (error) return <FailureNotice message={error.message} />;
  if (isLoading && log.events.length === 0) {
    return <p className="p-4 text-muted">Loading the log…</p>;
  }
  return children(log);
}
