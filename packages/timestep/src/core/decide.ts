import type { EndReason, Failure, FinalState } from './event.ts';
import type { ToolCall } from './message.ts';
import {
  callsAwaitingApproval,
  callsAwaitingClient,
  isAwaitingSomebody,
  type Task,
} from './task.ts';

/** The next move; `apply` and `decide` are the whole policy of the system. */
export type Decision =
  | { readonly do: 'load-prompt' }
  | { readonly do: 'call-model'; readonly step: number; readonly attempt: number }
  | { readonly do: 'call-tools'; readonly calls: readonly PlannedCall[] }
  | { readonly do: 'wait'; readonly for: 'effects' | 'tool-results' | 'approval' | 'turn' }
  | {
      readonly do: 'finish';
      readonly state: FinalState;
      readonly reason: EndReason;
      readonly error?: Failure;
    }
  | { readonly do: 'rest' };

/** A call to make now, independent of its siblings. `key` is the same in every attempt. */
export interface PlannedCall {
  readonly call: ToolCall;
  readonly attempt: number;
  readonly key: string;
  /** True where a person has approved the call. */
  readonly approved: boolean;
  /** Why the call is refused; absent where it is made. */
  readonly refusal?: Failure;
}

/** Decides the next move from what is known; the same task always gives the same decision. */
export function decide(task: Task): Decision {
  if (task.end) return { do: 'rest' };
  if (task.cancelRequested) return { do: 'finish', state: 'canceled', reason: 'canceled' };
  if (task.limitReached)
    return outOf(task.limitReached === 'max_steps' ? 'max_steps' : 'time_limit');
  if (task.failure) return { do: 'finish', state: 'failed', reason: 'error', error: task.failure };
  if (task.isHeld) return { do: 'wait', for: 'turn' };
  if (task.systemPrompt === undefined) return { do: 'load-prompt' };
  if (task.model === 'running') return { do: 'wait', for: 'effects' };

  const planned = task.calls.filter(
    (call) => call.status === 'planned' && !isAwaitingSomebody(call),
  );
  if (planned.length > 0) {
    const calls = planned.map(({ call, attempt, approval, refusal }) => ({
      call,
      attempt: attempt + 1,
      key: `${task.id}:${task.steps}:${call.id}`,
      approved: approval === 'approved',
      ...(refusal && { refusal }),
    }));
    return { do: 'call-tools', calls };
  }
  if (task.calls.some((call) => call.status === 'running')) return { do: 'wait', for: 'effects' };
  if (callsAwaitingApproval(task).length > 0) return { do: 'wait', for: 'approval' };
  if (callsAwaitingClient(task).length > 0) return { do: 'wait', for: 'tool-results' };

  // An answer on the last allowed step, or just past the time limit, is still an answer.
  if (task.model === 'answered')
    return { do: 'finish', state: 'completed', reason: 'final_answer' };
  const { max_steps, time_limit_s } = task.origin.limits;
  if (task.workingMs >= time_limit_s * 1000) return outOf('time_limit');
  if (task.turnSteps >= max_steps) return outOf('max_steps');
  return { do: 'call-model', step: task.steps + 1, attempt: task.attempt + 1 };
}

function outOf(reason: 'max_steps' | 'time_limit'): Decision {
  const message =
    reason === 'max_steps'
      ? 'stopped: the allowed number of steps is used up and there is no final answer'
      : 'stopped: the time limit is used up and there is no final answer';
  return { do: 'finish', state: 'failed', reason, error: { code: reason, message } };
}
