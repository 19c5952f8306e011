import { Link } from '@tanstack/react-router';
import type { StepDetails, TimelineRow, RunRow } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { StepInspector } from '../../components/inspector/step-inspector.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { ForkStepButton } from './fork/fork-step-button.tsx';
import { StepToolsLoader } from './step-tools-loader.tsx';
import { PendingInputCards } from './pending-input-cards.tsx';
import { TaskLogLoader } from './task-log-loader.tsx';
import { getTaskApiPath } from './use-task-details.ts';

/** Whether the row is a question or approval that a user can answer now. */
function isWaitingForUser({ kind, state }: TimelineRow): boolean {
  return state === 'running' && (kind === 'approval' || kind === 'question');
}

interface StepLoaderProps {
  readonly shown: RunRow;
  /** Whether another agent started the task to which the row belongs. */
  readonly isAsked: boolean;
  readonly now: number;
  readonly onClose: () => void;
}

/** Loads and shows the details of a timeline row. */
export function StepLoader({ shown, isAsked, now, onClose }: StepLoaderProps) {
  const { taskId, row, task, key } = shown;
  const path = getTaskApiPath(taskId, `/step?row=${encodeURIComponent(row.id)}`);
  // Details of an ended row are not loaded again, because they no longer change.
  const query = useRead<StepDetails>(['step', key, row.state], path);
  const asked = task?.id === taskId ? undefined : task;
  return (
    <StepInspector
      shown={shown}
      step={query.data}
      now={now}
      onClose={onClose}
      loadTools={(children) => (
        <StepToolsLoader taskId={taskId} rowId={row.id}>
          {children}
        </StepToolsLoader>
      )}
      notice={
        query.error ? (
          <FailureNotice message={query.error.message} onRetry={() => void query.refetch()} />
        ) : undefined
      }
      actions={
        <>
          {isWaitingForUser(row) && (
            <TaskLogLoader taskId={taskId}>
              {({ conversation }) => <PendingInputCards taskId={taskId} view={conversation} />}
            </TaskLogLoader>
          )}
          <div className="mt-2 flex items-center gap-3">
            {query.data && (
              <ForkStepButton key={key} shown={shown} step={query.data} isAsked={isAsked} />
            )}
            {asked && (
              <>
                <Link
                  to="/tasks/$taskId"
                  params={{ taskId: asked.id }}
                  className="text-sm text-accent underline"
                >
                  Open its task
                </Link>
                <Link
                  to="/agents/$agentId"
                  params={{ agentId: asked.agent }}
                  className="text-sm text-accent underline"
                >
                  Open its agent
                </Link>
              </>
            )}
          </div>
        </>
      }
    />
  );
}
