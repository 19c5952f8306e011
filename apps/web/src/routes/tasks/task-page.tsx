import { getRouteApi, Link } from '@tanstack/react-router';
import type { TaskDetails } from '@timestep-ai/timestep/view';
import { Tabs } from '../../components/controls/tabs.tsx';
import { ContextTable } from '../../components/conversation/context-table.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { TaskConversation } from './task-conversation.tsx';
import { TaskEvents } from './task-events.tsx';
import { TaskHeading } from './task-heading.tsx';
import { TASK_TABS, type TaskTab } from './task-search.ts';
import { TaskTimeline } from './task-timeline.tsx';
import { useTaskDetails } from './use-task-details.ts';
import { useTaskLog, type LoadedLog } from './use-task-log.ts';

const route = getRouteApi('/tasks/$taskId');

export function TaskPage() {
  const { taskId } = route.useParams();
  const { tab = 'conversation' } = route.useSearch();
  const navigate = route.useNavigate();
  const reading = useTaskLog(taskId);
  const head = useTaskDetails(taskId, reading.log.generation);
  if (head.error) {
    return (
      <>
        <h1 className="p-4 text-xl font-semibold">Task {taskId}</h1>
        <FailureNotice message={head.error.message} onRetry={head.retry} />
      </>
    );
  }
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
        <TabContent taskId={taskId} tab={tab} reading={reading} head={head.data} />
      </Tabs>
    </div>
  );
}

interface TabContentProps {
  readonly taskId: string;
  readonly tab: TaskTab;
  readonly reading: LoadedLog;
  readonly head: TaskDetails | undefined;
}

function TabContent({ taskId, tab, reading: { log, isLoading, error }, head }: TabContentProps) {
  if (error) return <FailureNotice message={error.message} />;
  if (isLoading && log.events.length === 0)
    return <p className="p-4 text-muted">Loading the log…</p>;
  switch (tab) {
    case 'conversation':
      return (
        <TaskConversation
          taskId={taskId}
          view={log.conversation}
          isEnded={head?.end !== undefined}
        />
      );
    case 'timeline':
      return <TaskTimeline key={taskId} taskId={taskId} timeline={log.timeline} />;
    case 'events':
      return <TaskEvents events={log.events} />;
    case 'context':
      return <ContextTable items={head?.context ?? []} note={head?.contextNote} />;
  }
}
