import { useMemo, useState } from 'react';
import {
  addEventToStepLog,
  beginStepLog,
  describeStep,
  type NumberedEvent,
  type ReportModel,
  type StepDetails,
  type StepLog,
  type RunRow,
} from '@timestep-ai/timestep/view';
import {
  AgentCallsContext,
  createAgentCallRunFinder,
} from '../components/conversation/agent-calls.ts';
import { Tabs } from '../components/controls/tabs.tsx';
import { StepInspector } from '../components/inspector/step-inspector.tsx';
import { createLiveTree } from '../components/run/live-tree.ts';
import { RunGraphView } from '../components/run/run-graph-view.tsx';
import { listRunCalls } from '../components/run/run-graph.ts';
import { RunHead, RunView } from '../components/run/run-screen.tsx';
import { usePlayback } from '../components/run/use-playback.ts';
import { ReportConversation } from './report-conversation.tsx';

type TaskModel = Extract<ReportModel, { readonly kind: 'task' }>;

const TABS = { timeline: 'Timeline', graph: 'Graph', conversation: 'Conversation' } as const;
const { graph: _graph, ...OTHER_TABS } = TABS;
/** Tabs of a run in which no agent calls another one. */
const TABS_OF_ONE_AGENT: Readonly<Record<string, string>> = OTHER_TABS;

/**
 * A run in one HTML file without a server: the timeline, the conversation, the playback and the details
 * of each row.
 */
export function TaskReport({ model }: { model: TaskModel }) {
  const tree = useMemo(() => createLiveTree(model.tree), [model]);
  const { shown = tree, shownNow, playback } = usePlayback(tree, tree.at);
  const [chosen, choose] = useState<string>();
  const [tab, setTab] = useState<keyof typeof TABS>('timeline');
  const [root] = tree.tasks;
  const hasCalls = useMemo(() => listRunCalls(tree).length > 0, [tree]);
  const find = useMemo(() => createAgentCallRunFinder(shown, shownNow), [shown, shownNow]);
  const views = {
    timeline: (
      <RunView tree={shown} now={shownNow} playback={playback} chosen={chosen} onChoose={choose}>
        {(row) => (
          <StepInspector
            shown={row}
            step={describeStepOfRow(model.logs, row)}
            now={shownNow}
            onClose={() => choose(undefined)}
          />
        )}
      </RunView>
    ),
    graph: <RunGraphView tree={shown} />,
    conversation: root && (
      <ReportConversation taskId={root.id} events={model.logs[root.id] ?? []} until={playback.at} />
    ),
  };
  return (
    <main className="flex h-full flex-col">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5">
        <h1 className="min-w-0 truncate text-xl font-semibold">
          <bdi>{root?.title ?? ''}</bdi>
        </h1>
        <span className="text-sm text-muted">
          <bdi>{root?.agent}</bdi>, as of {new Date(tree.at).toLocaleString()}
        </span>
      </header>
      <RunHead tree={shown} now={shownNow} playback={playback} />
      <AgentCallsContext value={find}>
        <Tabs
          label="Views of the task"
          titles={hasCalls ? TABS : TABS_OF_ONE_AGENT}
          tab={tab}
          onChange={setTab}
          className=""
        >
          {views[tab]}
        </Tabs>
      </AgentCallsContext>
    </main>
  );
}

function describeStepOfRow(
  logs: TaskModel['logs'],
  { taskId, row }: RunRow,
): StepDetails | undefined {
  const begun = beginStepLog(row.id);
  const events: readonly NumberedEvent[] = logs[taskId] ?? [];
  return begun && describeStep(events.reduce<StepLog>(addEventToStepLog, begun));
}
