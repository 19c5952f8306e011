import { getRouteApi } from '@tanstack/react-router';
import { useMemo, type ComponentProps } from 'react';
import { Tabs } from '../../components/controls/tabs.tsx';
import { ContextTable } from '../../components/conversation/context-table.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { hasRunningWork, type LiveTree } from '../../components/run/live-tree.ts';
import { AskedThen } from '../../components/run/asked-then.tsx';
import { listRunCalls } from '../../components/run/run-graph.ts';
import { RunGraphView } from '../../components/run/run-graph-view.tsx';
import { RunHead, RunView } from '../../components/run/run-screen.tsx';
import { usePlayback } from '../../components/run/use-playback.ts';
import { AgentCalls } from './calls/agent-calls.tsx';
import { CallApps } from './calls/call-apps.tsx';
import { StepLoader } from './step-loader.tsx';
import { TaskConversation } from './task-conversation.tsx';
import { TaskEvents } from './task-events.tsx';
import { TaskHeading, TaskNotices } from './task-heading.tsx';
import { TASK_TABS } from './task-search.ts';
import { useMomentInAddress } from './use-moment-in-address.ts';
import { useTimelineEndTime } from './use-running-time.ts';
import { useTaskDetails } from './use-task-details.ts';
import { useTaskTree } from './use-task-tree.ts';
import { useWholeIdInAddress } from './use-whole-id-in-address.ts';

const { graph: _graph, ...TABS } = TASK_TABS;
const TABS_OF_ONE_AGENT = TABS as typeof TASK_TABS;

const route = getRouteApi('/tasks/$taskId');

export function TaskPage() {
  const { taskId } = route.useParams();
  return <TaskView key={taskId} taskId={taskId} />;
}

function TaskView({ taskId }: { taskId: string }) {
  const search = route.useSearch();
  const { tab = 'timeline', step } = search;
  const navigate = route.useNavigate();
  const { tree, error, retry } = useTaskTree(taskId);
  const head = useTaskDetails(taskId, tree?.tasks[0]?.timeline.generation ?? 0);
  const now = useTimelineEndTime(tree?.at ?? 0, tree !== undefined && hasRunningWork(tree));
  const { shown, shownNow, playback } = usePlayback(tree, now, search.at);
  useMomentInAddress(tree && playback);
  const hasGraph = useMemo(() => tree !== undefined && listRunCalls(tree).length > 0, [tree]);
  const { context = [], contextOmitted, contextNote, end } = head.data ?? {};
  useWholeIdInAddress(taskId, head.data?.id);
  const failure = head.error ?? error;
  if (failure) {
    return (
      <>
        <h1 className="p-4 text-xl font-semibold">Task {taskId}</h1>
        <FailureNotice message={failure.message} onRetry={head.error ? head.retry : retry} />
      </>
    );
  }
  const { step: _step, ...others } = search;
  const choose = (key: string | undefined): void =>
    void navigate({
      search: { ...others, ...(key !== undefined && { step: key }) },
      replace: true,
    });
  const views = {
    timeline: shown && (
      <AgentCalls tree={shown} now={shownNow}>
        <RunView tree={shown} now={shownNow} playback={playback} chosen={step} onChoose={choose}>
          {(row) => (
            <StepLoader
              shown={row}
              isAsked={row.taskId !== taskId || head.data?.isAsked === true}
              now={shownNow}
              onClose={() => choose(undefined)}
            />
          )}
        </RunView>
      </AgentCalls>
    ),
    graph: shown && <RunGraphView tree={shown} />,
    conversation: (
      <AgentCalls tree={shown} now={shownNow}>
        <CallApps agent={head.data?.agent}>
          <TaskConversation taskId={taskId} isEnded={end !== undefined} until={playback.at} />
        </CallApps>
      </AgentCalls>
    ),
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
      {shown && <ShownRun tree={shown} now={shownNow} playback={playback} onChoose={choose} />}
      {head.data && <TaskNotices head={head.data} />}
      <Tabs
        label="Views of the task"
        titles={hasGraph || tab === 'graph' ? TASK_TABS : TABS_OF_ONE_AGENT}
        tab={tab}
        onChange={(next) => void navigate({ search: { ...others, tab: next }, replace: true })}
        className=""
      >
        {views[tab] ?? <p className="p-4 text-muted">Loading the log…</p>}
      </Tabs>
    </div>
  );
}

interface ShownRunProps {
  readonly tree: LiveTree;
  readonly now: number;
  readonly playback: ComponentProps<typeof RunHead>['playback'];
  readonly onChoose: (key: string) => void;
}

/** The totals of a run. While it is played back, also what was asked at the shown moment. */
function ShownRun({ tree, now, playback, onChoose }: ShownRunProps) {
  return (
    <>
      <RunHead tree={tree} now={now} playback={playback} />
      {playback?.at !== undefined && <AskedThen tree={tree} onChoose={onChoose} />}
    </>
  );
}
