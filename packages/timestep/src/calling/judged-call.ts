import {
  addSpending,
  judgeDelegation,
  getOwnSpending,
  NO_SPENDING,
  type Delegation,
  type Spending,
  type Task,
} from '../core/index.ts';
import {
  formatAgentAtDatabase,
  getDatabaseName,
  type Runner,
  type TaskMeta,
} from '../port/index.ts';
import { BridgeError } from './bridge-error.ts';
import type { CallingDeps } from './park.ts';

/** What goes along with a call of an agent. Throws `BridgeError` with a sentence where it is refused. */
export async function judgedCall(
  { bounds, callName }: Pick<CallingDeps, 'bounds' | 'callName'>,
  runner: Pick<Runner, 'getStateKey'>,
  call: {
    /** The task of the agent that calls. */
    readonly meta: TaskMeta;
    /** The same with its log; absent where another runner has it. */
    readonly task: Task | undefined;
    readonly callee: string;
  },
): Promise<Delegation> {
  const { meta, task, callee } = call;
  const place = await getDatabaseName(runner);
  const verdict = judgeDelegation(
    {
      ...(meta.delegation && { from: meta.delegation }),
      caller: formatAgentAtDatabase(meta.agent, place),
      callee: formatAgentAtDatabase(callee, place),
      ...madeCalls(task, callName),
    },
    bounds,
  );
  if (verdict.allowed) return verdict.delegation;
  throw new BridgeError('refused', verdict.reason);
}

/**
 * What was called and used before the newest reply, and the calls in it. All calls of one reply see the
 * same, whichever of them ends first.
 */
function madeCalls(
  task: Task | undefined,
  callName: string,
): {
  readonly callsBefore: number;
  readonly callsBeside: number;
  readonly spent: Spending;
} {
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
