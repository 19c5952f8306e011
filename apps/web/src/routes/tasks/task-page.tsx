import { getRouteApi, Link } from '@tanstack/react-router';
import { Tabs } from '../../components/controls/tabs.tsx';
import { ContextTable } from '../../components/conversation/context-table.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { TaskConversation } from './task-conversation.tsx';
import { TaskEvents } from './task-events.tsx';
import { TaskHeading } from './task-heading.tsx';
import { TASK_TABS } from './task-search.ts';
import { TaskTimeline } from './task-timeline.tsx';
import { useTaskDetails } from './use-task-details.ts';
import { useTaskLog } from './use-task-log.ts';

const route = getRouteApi('/tasks/$taskId');

export function TaskPage() {
  const { taskId } = route.useParams();
  const { tab = 'conversation' } = route.useSearch();
  const navigate = route.useNavigate();
  const { log, isLoading, error } = useTaskLog(taskId);
  const head = useTaskDetails(taskId, log.generation);
  const { end, context = [], contextOmitted, contextNote } = head.data ?? {};
  if (head.error) {
    return (
      <>
        <h1 className="p-4 text-xl font-semibold">Task {taskId}</h1>
        <FailureNotice message={head.error.message} onRetry={head.retry} />
      </>
    );
  }
  const views = {
    conversation: (
      <TaskConversation taskId={taskId} view={log.conversation} isEnded={end !== undefined} />
    ),
    timeline: <TaskTimeline key={taskId} taskId={taskId} timeline={log.timeline} />,
    events: <TaskEvents events={log.events} />,
    context: <ContextTable items={context} omitted={contextOmitted} note={contextNote} />,
  };
  return (
    <div className="flex h-full flex-col">
      <div className="border-b border-line p-4">
        <Link to="/tasks" className="text-sm text-accent underline">
          All tasks
        </Link>
        {head.data ? (
          <TaskHeading head={head.data} />
        ) : (
          <h1 className="text-xl font-semibold">Task {taskId}</h1>
        )}
      </div>
      <Tabs
        label="Views of the task"
        titles={TASK_TABS}
        tab={tab}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        className=""
      >
        {error ? (
          <FailureNotice message={error.message} />
        ) : isLoading && log.events.length === 0 ? (
          <p className="p-4 text-muted">Loading the log…</p>
        ) : (
          views[tab]
        )}
      </Tabs>
    </div>
  );
}
