import { getRouteApi } from '@tanstack/react-router';
import { sumTree } from '@timestep-ai/timestep/view';
import { useMemo } from 'react';
import { Tabs } from '../../components/controls/tabs.tsx';
import { ContextTable } from '../../components/conversation/context-table.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { isRunning, type LiveTree } from '../../components/run/live-tree.ts';
import { RunFigures } from '../../components/run/run-figures.tsx';
import { formatMoment } from '../../components/values/formats.ts';
import { RunView } from './run-view.tsx';
import { TaskConversation } from './task-conversation.tsx';
import { TaskEvents } from './task-events.tsx';
import { TaskHeading, TaskNotices } from './task-heading.tsx';
import { TASK_TABS } from './task-search.ts';
import { useRunningTime } from './use-running-time.ts';
import { useTaskDetails } from './use-task-details.ts';
import { useTaskTree } from './use-task-tree.ts';

const route = getRouteApi('/tasks/$taskId');

export function TaskPage() {
  const { taskId } = route.useParams();
  const { tab = 'timeline', step } = route.useSearch();
  const navigate = route.useNavigate();
  const { tree, error, retry } = useTaskTree(taskId);
  const head = useTaskDetails(taskId, tree?.tasks[0]?.timeline.generation ?? 0);
  const now = useRunningTime(tree?.at ?? 0, tree !== undefined && isRunning(tree));
  const { context = [], contextOmitted, contextNote, end } = head.data ?? {};
  const failure = head.error ?? error;
  if (failure) {
    return (
      <>
        <h1 className="p-4 text-xl font-semibold">Task {taskId}</h1>
        <FailureNotice message={failure.message} onRetry={head.error ? head.retry : retry} />
      </>
    );
  }
  const views = {
    timeline: tree && (
      <RunView
        key={taskId}
        tree={tree}
        now={now}
        chosen={step}
        onChoose={(key) =>
          void navigate({
            search: { tab, ...(key !== undefined && { step: key }) },
            replace: true,
          })
        }
      />
    ),
    conversation: <TaskConversation taskId={taskId} isEnded={end !== undefined} />,
    events: <TaskEvents taskId={taskId} />,
    context: <ContextTable items={context} omitted={contextOmitted} note={contextNote} />,
  };
  return (
    <div className="flex h-full flex-col">
      {head.data ? (
        <TaskHeading head={head.data} />
      ) : (
        <h1 className="px-4 py-3 text-xl font-semibold">Task {taskId}</h1>
      )}
      {tree && <TotalFigures tree={tree} now={now} />}
      {head.data && <TaskNotices head={head.data} />}
      <Tabs
        label="Views of the task"
        titles={TASK_TABS}
        tab={tab}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        className=""
      >
        {views[tab] ?? <p className="p-4 text-muted">Loading the log…</p>}
      </Tabs>
    </div>
  );
}

function TotalFigures({ tree, now }: { tree: LiveTree; now: number }) {
  const totals = useMemo(() => sumTree(tree.tasks, now), [tree, now]);
  return (
    <RunFigures
      totals={totals}
      startedAt={formatMoment(tree.tasks[0]?.createdAt ?? now, Date.now())}
    />
  );
}
