import { totalSpendingOf, usedUp } from './budget.ts';
import type { AwaitedTask } from './awaited-task.ts';
import type { EndReason, Failure, FinalState } from './event.ts';
import type { ToolCall } from './message.ts';
import type { QuestionAnswer } from './question.ts';
import {
  answersTo,
  callsAwaitingApproval,
  callKeyOf,
  callToMake,
  callsAwaitingAnswer,
  callsAwaitingClient,
  callsAwaitingTask,
  isAwaitingSomebody,
  isAwaitingTask,
  type CallState,
  type Task,
} from './task.ts';

/** The next move; `apply` and `decide` are the whole policy of the system. */
export type Decision =
  | { readonly do: 'load-prompt' }
  | {
      readonly do: 'call-model';
      readonly step: number;
      readonly attempt: number;
      /** True where nothing was chosen yet for the message that the model answers. */
      readonly selects?: boolean;
    }
  | { readonly do: 'call-tools'; readonly calls: readonly PlannedCall[] }
  | {
      readonly do: 'wait';
      readonly for: 'effects' | 'tool-results' | 'approval' | 'answer' | 'task' | 'turn';
    }
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
  /** True where a person, the session or the rules have approved the call. */
  readonly approved: boolean;
  /** True where the rules say that a person decides, false where they say that no person is asked. */
  readonly asks?: boolean;
  /** Why a person is asked. */
  readonly reason?: string;
  /** What the user answered to questions of the tool, oldest first. */
  readonly answers?: readonly QuestionAnswer[];
  /** What became of the tasks that the tool has waited for, oldest first. */
  readonly awaited?: readonly AwaitedTask[];
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
  const aboutCalls = task.calls.length > 0 ? decideCalls(task) : undefined;
  if (aboutCalls) return aboutCalls;
  if (task.model === 'asking') return { do: 'wait', for: 'answer' };

  // An answer on the last allowed step, or just past the time limit, is still an answer.
  if (task.model === 'answered') return answered(task);
  const missing = missingFor(task);
  if (missing) return outOf(missing);
  const selects = task.selects && task.turnSteps === 0 && task.attempt === 0 && !task.selection;
  return {
    do: 'call-model',
    step: task.steps + 1,
    attempt: task.attempt + 1,
    ...(selects && { selects }),
  };
}

/** What the calls of the newest reply need; `undefined` where all of them are done. */
function decideCalls(task: Task): Decision | undefined {
  const planned = task.calls.filter(
    (call) => call.status === 'planned' && !isAwaitingSomebody(call) && !isAwaitingTask(call),
  );
  if (planned.length > 0) {
    return { do: 'call-tools', calls: planned.map((state) => plannedCall(task, state)) };
  }
  if (task.calls.some(({ status }) => status === 'running')) return { do: 'wait', for: 'effects' };
  if (callsAwaitingApproval(task).length > 0) return { do: 'wait', for: 'approval' };
  if (callsAwaitingAnswer(task).length > 0) return { do: 'wait', for: 'answer' };
  if (callsAwaitingClient(task).length > 0) return { do: 'wait', for: 'tool-results' };
  if (callsAwaitingTask(task).length > 0) return { do: 'wait', for: 'task' };
  return undefined;
}

function answered({ entries }: Task): Decision {
  const reply = entries?.last.message;
  const isRejection = reply?.role === 'assistant' && reply.reply_as === 'rejection';
  return isRejection
    ? { do: 'finish', state: 'rejected', reason: 'error', error: REJECTED }
    : { do: 'finish', state: 'completed', reason: 'final_answer' };
}

const REJECTED: Failure = {
  code: 'rejected',
  message: 'the agent does not do this; its last message says why',
};

function plannedCall(task: Task, state: CallState): PlannedCall {
  const { attempt, approval, refusal, judged, answers, awaited } = state;
  const asks = asksAbout(task, state);
  return {
    call: callToMake(state),
    attempt: attempt + 1,
    key: callKeyOf(task, state),
    approved: approval === 'approved' || asks === false,
    ...(asks !== undefined && { asks }),
    ...(judged?.reason !== undefined && { reason: judged.reason }),
    ...(answers && { answers: answersTo(state) }),
    ...(awaited && { awaited }),
    ...(refusal && { refusal }),
  };
}

/** What is used up before the next call of the model. */
function missingFor(task: Task): OutOf | undefined {
  const { limits, delegation } = task.origin;
  if (task.workingMs >= limits.time_limit_s * 1000) return 'time_limit';
  if (task.turnSteps >= limits.max_steps) return 'max_steps';
  const budget = delegation?.budget;
  return budget && usedUp(budget, totalSpendingOf(task)) !== undefined ? 'budget' : undefined;
}

type OutOf = Extract<EndReason, 'max_steps' | 'time_limit' | 'budget'>;

const USED_UP: Readonly<Record<OutOf, string>> = {
  max_steps: 'the allowed number of steps is used up',
  time_limit: 'the time limit is used up',
  budget: 'the budget that the calling agent gave is used up',
};

function outOf(reason: OutOf): Decision {
  const message = `stopped: ${USED_UP[reason]} and there is no final answer`;
  return { do: 'finish', state: 'failed', reason, error: { code: reason, message } };
}

/**
 * Whether a person decides about a call: what was permitted for the session comes first, then what the
 * rules say, then what the session says about all tools; `undefined` leaves it to the tool.
 */
function asksAbout(task: Task, { call, judged }: CallState): boolean | undefined {
  const { turn } = task.origin;
  const { name } = call.function;
  if (task.permitted?.includes(name) || turn?.permitted.includes(name)) return false;
  if (judged?.verdict) return judged.verdict === 'ask';
  switch (turn?.toolPermission) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'tool':
    case undefined:
      return undefined;
  }
}
