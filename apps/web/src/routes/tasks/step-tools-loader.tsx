import type { ReactNode } from 'react';
import type { StepTools } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { getTaskApiPath } from './use-task-details.ts';

interface StepToolsLoaderProps {
  readonly taskId: string;
  readonly rowId: string;
  readonly children: (offered: StepTools) => ReactNode;
}

/** Loads the tools that a model call offered. */
export function StepToolsLoader({ taskId, rowId, children }: StepToolsLoaderProps) {
  const path = getTaskApiPath(taskId, `/step/tools?row=${encodeURIComponent(rowId)}`);
  const query = useRead<StepTools>(['step-tools', taskId, rowId], path);
  if (query.data) return children(query.data);
  return query.error ? (
    <FailureNotice message={query.error.message} onRetry={() => void query.refetch()} />
  ) : (
    <p className="text-sm text-muted">Loading the tools of the agent…</p>
  );
}
