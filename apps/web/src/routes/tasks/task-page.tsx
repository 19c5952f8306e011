import { getRouteApi, Link } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import type { TaskDetails } from '@timestep-ai/timestep/view';
import { ContextTable } from '../../components/context-table.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { TaskConversation } from './task-conversation.tsx';
import { TaskEvents } from './task-events.tsx';
import { TaskHeading } from './task-heading.tsx';
import { TASK_TABS, type TaskTab } from './task-search.ts';
import { TaskTimeline } from './task-timeline.tsx';
import { useTaskDetails } from './use-task-details.ts';
import { useTaskLog, type LoadedLog } from './use-task-log.ts';

const route = getRouteApi('/tasks/$taskId');

const TITLES: Readonly<Record<TaskTab, string>> = {
  conversation: 'Conversation',
  timeline: 'Timeline',
  events: 'Events',
  context: 'Context',
};

/** One task: its conversation, timeline, events and selected context. */
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
      <Tabs.Root
        value={tab}
        onValueChange={(next) => void navigate({ search: { tab: next as TaskTab }, replace: true })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Tabs.List
          aria-label="Views of the task"
          className="flex overflow-x-auto border-b border-line px-2"
        >
          {TASK_TABS.map((name) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="px-3 py-2 text-sm data-[state=active]:border-b-2 data-[state=active]:border-accent data-[state=active]:font-semibold"
            >
              {TITLES[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={tab} className="min-h-0 flex-1">
          <ErrorBoundary key={tab}>
            <TabContent taskId={taskId} tab={tab} reading={reading} head={head.data} />
          </ErrorBoundary>
        </Tabs.Content>
      </Tabs.Root>
    </div>
  );
}

function TabContent({
  taskId,
  tab,
  reading: { log, isLoading, error },
  head,
}: {
  readonly taskId: string;
  readonly tab: TaskTab;
  readonly reading: LoadedLog;
  readonly head: TaskDetails | undefined;
}) {
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
