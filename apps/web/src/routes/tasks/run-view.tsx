import { Link } from '@tanstack/react-router';
import type { StepDetails } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { StepInspector } from '../../components/inspector/step-inspector.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import type { LiveTree } from '../../components/run/live-tree.ts';
import { listRunRows, type RunRow } from '../../components/run/run-rows.ts';
import { RunTimeline } from '../../components/run/run-timeline.tsx';
import { getTaskApiPath } from './use-task-details.ts';

interface RunViewProps {
  readonly tree: LiveTree;
  readonly now: number;
  /** Key of the chosen row. */
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}

/** The timeline of a run, and the inspector of the chosen row. */
export function RunView({ tree, now, chosen, onChoose }: RunViewProps) {
  const shown = findRow(tree, chosen);
  return (
    <div className="relative flex h-full min-h-0">
      <div className="min-w-0 flex-1">
        <RunTimeline tree={tree} now={now} chosen={chosen} onChoose={(row) => onChoose(row?.key)} />
      </div>
      {shown && <Inspector shown={shown} now={now} onClose={() => onChoose(undefined)} />}
    </div>
  );
}

/** Finds a row, also one whose task is closed in the timeline. */
function findRow(tree: LiveTree, key: string | undefined): RunRow | undefined {
  if (key === undefined) return undefined;
  const all = new Set(tree.tasks.filter(({ depth }) => depth > 2).map(({ id }) => id));
  return listRunRows(tree, all).find((row) => row.key === key);
}

interface InspectorProps {
  readonly shown: RunRow;
  readonly now: number;
  readonly onClose: () => void;
}

function Inspector({ shown, now, onClose }: InspectorProps) {
  const { taskId, row, task, key } = shown;
  const path = getTaskApiPath(taskId, `/step?row=${encodeURIComponent(row.id)}`);
  // A row that has ended does not change any more.
  const query = useRead<StepDetails>(['step', key, row.state], path);
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
        task &&
        task.id !== taskId && (
          <p className="mt-2">
            <Link
              to="/tasks/$taskId"
              params={{ taskId: task.id }}
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
