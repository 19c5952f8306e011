import { Link } from '@tanstack/react-router';
import type { StepDetails } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { StepInspector } from '../../components/inspector/step-inspector.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import type { RunRow } from '../../components/run/run-rows.ts';
import { getTaskApiPath } from './use-task-details.ts';

interface StepLoaderProps {
  readonly shown: RunRow;
  readonly now: number;
  readonly onClose: () => void;
}

/** Reads the details of a row, and shows them. */
export function StepLoader({ shown, now, onClose }: StepLoaderProps) {
  const { taskId, row, task, key } = shown;
  const path = getTaskApiPath(taskId, `/step?row=${encodeURIComponent(row.id)}`);
  // A row that has ended does not change any more.
  const query = useRead<StepDetails>(['step', key, row.state], path);
  const asked = task?.id === taskId ? undefined : task;
  return (
    <StepInspector
      shown={shown}
      step={query.data}
      now={now}
      onClose={onClose}
      notice={
        query.error ? (
          <FailureNotice message={query.error.message} onRetry={() => void query.refetch()} />
        ) : undefined
      }
      actions={
        asked && (
          <p className="mt-2">
            <Link
              to="/tasks/$taskId"
              params={{ taskId: asked.id }}
              className="text-sm text-accent underline"
            >
              Open its task
            </Link>
          </p>
        )
      }
    />
  );
}
