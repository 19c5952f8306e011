import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { ViewItem } from '@timestep-ai/timestep/view';
import { describeCall } from '@timestep-ai/timestep/view';
import {
  AgentCallsContext,
  createAgentCallRunFinder,
} from '../../../components/conversation/agent-calls.ts';
import { hasRunningWork, type LiveTree } from '../../../components/run/live-tree.ts';
import { useTimelineEndTime } from '../use-running-time.ts';
import { useTaskTree } from '../use-task-tree.ts';

interface AgentCallsProps {
  readonly tree: LiveTree | undefined;
  readonly now: number;
  readonly children: ReactNode;
}

/** Provides the runs of called agents to the tool calls of a conversation, by React context. */
export function AgentCalls({ tree, now, children }: AgentCallsProps) {
  const find = useMemo(() => createAgentCallRunFinder(tree, now, renderLink), [tree, now]);
  return <AgentCallsContext value={find}>{children}</AgentCallsContext>;
}

function renderLink(taskId: string): ReactNode {
  return (
    <Link to="/tasks/$taskId" params={{ taskId }} className="text-accent underline">
      Open its run
    </Link>
  );
}

interface FollowedAgentCallsProps {
  readonly taskId: string;
  readonly items: readonly ViewItem[];
  readonly children: ReactNode;
}

/** Watches the tasks of called agents, as soon as the conversation contains a call of an agent. */
export function FollowedAgentCalls({ taskId, items, children }: FollowedAgentCallsProps) {
  const [tree, setTree] = useState<LiveTree>();
  const now = useTimelineEndTime(tree?.at ?? 0, tree !== undefined && hasRunningWork(tree));
  const isNeeded = items.some(asksAgent);
  return (
    <>
      {isNeeded && <TreeFollower taskId={taskId} onTree={setTree} />}
      <AgentCalls tree={tree} now={now}>
        {children}
      </AgentCalls>
    </>
  );
}

function asksAgent(item: ViewItem): boolean {
  return item.kind === 'call' && describeCall({ function: item }).asksAgent === true;
}

function TreeFollower({
  taskId,
  onTree,
}: {
  readonly taskId: string;
  readonly onTree: (tree: LiveTree | undefined) => void;
}) {
  const { tree } = useTaskTree(taskId);
  useEffect(() => onTree(tree), [tree, onTree]);
  return null;
}
