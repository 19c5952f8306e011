import { artifactsOf, isFinal, isInterrupted, type Task } from '../core/index.ts';
import type { AskedQuestion } from '../environment/index.ts';
import type { CallTask, ToolCallContext } from '../mcp/index.ts';
import { giveArtifacts } from './give-artifacts.ts';
import { questionIn } from './answering.ts';
import type { BridgeCall } from './bridge-call.ts';
import { reportOf, type TaskReport } from './task-report.ts';

export function reportIn({ bridge }: BridgeCall, task: Task): TaskReport {
  const agent = isInterrupted(task) ? bridge.agents.find(task.origin.agent) : undefined;
  return reportOf(task, agent?.isLocked?.(task) ?? false);
}

export function questionOf(
  report: TaskReport,
  { id, generation }: Task,
  { ask, asks, mcp }: ToolCallContext,
): AskedQuestion | undefined {
  const canAsk = asks || mcp?.peer.capabilities?.elicitation !== undefined;
  const asked = canAsk ? questionIn(report) : undefined;
  return asked && ask({ ...asked, state: { task: id, generation } });
}

/** The report as text and as data, with what the agent gave as blocks. */
export function told(
  report: TaskReport,
  task: Task,
  { give }: Pick<ToolCallContext, 'give'>,
): object {
  giveArtifacts(give, task.id, artifactsOf(task));
  if (report.state !== 'failed' && report.state !== 'rejected') return report;
  return {
    content: [{ type: 'text', text: JSON.stringify(report) }],
    structuredContent: report,
    isError: true,
  };
}

/** A task as it stands in this call: its result is that of the tool which began it. */
export function callTaskOf(call: BridgeCall, task: Task): CallTask {
  const { id, createdAt, updatedAt } = task;
  return { id, createdAt, updatedAt, stand: standOf(call, task) };
}

function standOf(call: BridgeCall, task: Task): CallTask['stand'] {
  if (!isFinal(task) && !isInterrupted(task)) return { is: 'working' };
  const report = reportIn(call, task);
  if (report.state === 'canceled') return { is: 'canceled' };
  const value = questionOf(report, task, call.context) ?? told(report, task, call.context);
  return { is: 'told', value, round: roundOf(task) };
}

/** A task goes on with each answer, so that no other question of it has the same generation. */
export function roundOf({ generation }: Task): string {
  return `question-${generation}`;
}
