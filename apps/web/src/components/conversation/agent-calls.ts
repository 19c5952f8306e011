import { createContext, type ReactNode } from 'react';
import { describeCall, listRunRows, type CallItem, type RunRow } from '@timestep-ai/timestep/view';
import type { LiveTree } from '../run/live-tree.ts';

/** The run of the agent that a tool call asked. */
export interface AgentCallRun {
  /** The row of the call, with the task of the asked agent. An agent of another server has no task here. */
  readonly shown: RunRow;
  /** Timeline rows of the called agent, and of the agents that it calls in turn. */
  readonly below: readonly RunRow[];
  /** The time as of which the run is shown, in milliseconds since the epoch. */
  readonly now: number;
  /** A link to the run. Undefined in a file, which has no server, and for an agent of another server. */
  readonly link?: ReactNode;
}

type AskingCall = Pick<CallItem, 'taskId' | 'callId' | 'name' | 'arguments'>;

/** Finds the run of a call. Undefined if the call has asked no agent. */
export type FindAgentCallRun = (call: AskingCall) => AgentCallRun | undefined;

/**
 * React context: the function by which tool calls of a conversation find the runs of the agents that they
 * call.
 */
export const AgentCallsContext = createContext<FindAgentCallRun>(() => undefined);

/** Creates a function that finds the runs of calls in a tree of tasks. */
export function createAgentCallRunFinder(
  tree: LiveTree | undefined,
  now: number,
  renderLink?: (taskId: string) => ReactNode,
): FindAgentCallRun {
  // All tasks are open, although a timeline opens them on a click: a card shows its agent's steps at any depth.
  const deep = tree?.tasks.filter(({ depth }) => depth > 2).map(({ id }) => id);
  const rows = tree ? listRunRows(tree, new Set(deep)) : [];
  return (call) => {
    const at = findCallRow(rows, call);
    const shown = rows[at];
    if (!shown) return undefined;
    if (!shown.task) return { shown, below: listWaitsOfCall(rows, at), now };
    const end = rows.findIndex(({ depth }, index) => index > at && depth <= shown.depth);
    const below = rows.slice(at + 1, end === -1 ? undefined : end);
    const link = renderLink?.(shown.task.id);
    return { shown, below, now, ...(link !== undefined && { link }) };
  };
}

/** Finds the row of a call: one with a known task, otherwise the newest attempt. -1 if there is none. */
function findCallRow(rows: readonly RunRow[], call: AskingCall): number {
  // Some models repeat call ids in each reply, so the tool name and the question are compared too.
  const { label, note } = describeCall({ function: call });
  const isOfCall = ({ row, taskId }: RunRow): boolean =>
    taskId === call.taskId && row.callId === call.callId && row.label === label;
  const find = (isMatch: (shown: RunRow) => boolean): number => {
    const exact = rows.findLastIndex(
      (shown) => isOfCall(shown) && isMatch(shown) && shown.row.note === note,
    );
    return exact === -1 ? rows.findLastIndex((shown) => isOfCall(shown) && isMatch(shown)) : exact;
  };
  const known = find(({ row, task }) => task !== undefined && row.kind !== 'turn');
  return known === -1
    ? find(({ row }) => row.asksAgent === true && ATTEMPTS.includes(row.kind))
    : known;
}

const ATTEMPTS: readonly string[] = ['tool', 'task', 'client'];
const WAITS: readonly string[] = ['approval', 'question'];

/** Lists the rows of approvals and questions for which a tool call waits or has waited. */
function listWaitsOfCall(rows: readonly RunRow[], at: number): readonly RunRow[] {
  const call = rows[at];
  return rows.filter(
    ({ row, taskId }, index) =>
      index > at &&
      taskId === call?.taskId &&
      row.callId === call.row.callId &&
      WAITS.includes(row.kind),
  );
}
