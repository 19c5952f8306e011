import { createContext, type ReactNode } from 'react';
import { describeCall, listRunRows, type CallItem, type RunRow } from '@timestep-ai/timestep/view';
import type { LiveTree } from '../run/live-tree.ts';

/** The run of an agent that a call has asked. */
export interface AgentCallRun {
  /** The row of the call, with the task of the asked agent. */
  readonly shown: RunRow;
  /** The rows of the asked agent, and of the agents that it asks. */
  readonly below: readonly RunRow[];
  /** The time as of which the run is shown, in milliseconds since the epoch. */
  readonly now: number;
  /** A link to the run. Undefined in a file, which has no server. */
  readonly link?: ReactNode;
}

/** Finds the run of a call. Undefined if the call has asked no agent whose run is known. */
export type FindAgentCallRun = (
  call: Pick<CallItem, 'taskId' | 'callId' | 'name' | 'arguments'>,
) => AgentCallRun | undefined;

/** How the calls of a conversation find the runs of the agents that they ask. */
export const AgentCallsContext = createContext<FindAgentCallRun>(() => undefined);

/** Creates a function that finds the runs of calls in a tree of tasks. */
export function findAgentCallRuns(
  tree: LiveTree | undefined,
  now: number,
  renderLink?: (taskId: string) => ReactNode,
): FindAgentCallRun {
  // All tasks are opened, because a card shows the steps of its agent at any depth.
  const deep = tree?.tasks.filter(({ depth }) => depth > 2).map(({ id }) => id);
  const rows = tree ? listRunRows(tree, new Set(deep)) : [];
  return (call) => {
    const { taskId, callId } = call;
    // Some models give the calls of each reply the same ids, so that the name and question count too.
    const { label, note } = describeCall({ function: call });
    const findRow = (isNoteEqual: boolean): number =>
      rows.findLastIndex(
        ({ row, task, ...one }) =>
          task !== undefined &&
          one.taskId === taskId &&
          row.callId === callId &&
          row.kind !== 'turn' &&
          row.label === label &&
          (!isNoteEqual || row.note === note),
      );
    const exact = findRow(true);
    const at = exact === -1 ? findRow(false) : exact;
    const shown = rows[at];
    if (!shown?.task) return undefined;
    const end = rows.findIndex(({ depth }, index) => index > at && depth <= shown.depth);
    const below = rows.slice(at + 1, end === -1 ? undefined : end);
    const link = renderLink?.(shown.task.id);
    return { shown, below, now, ...(link !== undefined && { link }) };
  };
}
