import type { AgentCall, Delegation, Task } from '#core';
import { addSpending, getOwnSpending, judgeDelegation, NO_SPENDING } from '#core';
import { formatAgentAtDatabase, getDatabaseName, type TaskMeta } from '#engine/port';
import { AgentCallError } from './agent-call-error.ts';
import type { SuspendedCall } from './suspended-call.ts';

/** Throws `AgentCallError` with the reason if the agent call exceeds a limit. */
export async function requireAllowedDelegation(
  { deps: { bounds, callName }, runner, caller }: SuspendedCall,
  meta: TaskMeta,
  callee: string,
): Promise<Delegation> {
  const place = await getDatabaseName(runner);
  const verdict = judgeDelegation(
    {
      ...(meta.delegation && { from: meta.delegation }),
      caller: formatAgentAtDatabase(meta.agent, place),
      callee: formatAgentAtDatabase(callee, place),
      ...countAgentCalls(caller, callName),
    },
    bounds,
  );
  if (verdict.allowed) return verdict.delegation;
  throw new AgentCallError('refused', verdict.reason);
}

/**
 * Counts a task's calls of other agents in its newest model reply and before it. All calls of one reply thus
 * get the same number.
 */
function countAgentCalls(
  task: Task | undefined,
  callName: string,
): Pick<AgentCall, 'callsBefore' | 'callsBeside' | 'spent'> {
  if (!task) return { callsBefore: 0, callsBeside: 1, spent: NO_SPENDING };
  const now = new Set(
    task.calls.flatMap(({ awaited = [] }) => awaited.map(({ task_id: id }) => id)),
  );
  const before = Object.entries(task.delegated ?? {}).filter(([id]) => !now.has(id));
  const beside = task.calls.filter(({ call }) => call.function.name === callName);
  return {
    callsBefore: before.length,
    callsBeside: Math.max(1, beside.length),
    spent: before.reduce((sum, [, one]) => addSpending(sum, one), getOwnSpending(task)),
  };
}
