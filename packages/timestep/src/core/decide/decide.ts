import { getTotalSpending, findExhaustedField } from '../task/budget.ts';
import type { AwaitedTask } from '../task/awaited-task.ts';
import type { EndReason, Failure, FinalState } from '../task/task-state.ts';
import type { Dispatch } from '../task/dispatch.ts';
import type { ToolCall } from '../message/message.ts';
import type { QuestionAnswer } from '../message/question.ts';
import {
  listCallAnswers,
  listCallsAwaitingApproval,
  getCallKey,
  getEffectiveCall,
  listCallsAwaitingAnswer,
  listCallsAwaitingClient,
  listCallsAwaitingTask,
  isAwaitingInput,
  isAwaitingTask,
  type CallState,
  type Task,
} from '../task/task.ts';

/** The next action for a task, which `decide` returns. All rules of task execution are in `apply` and `decide`. */
export type Decision =
  | { readonly do: 'load-prompt' }
  | {
      readonly do: 'call-model';
      readonly step: number;
      readonly attempt: number;
      /** Time before which the model must not be called, in milliseconds since the epoch. */
      readonly notBefore?: number;
      /** Whether context items must first be selected for the message that the model answers. */
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

/** A tool call to make now, independent of other calls. Its idempotency `key` is the same in every attempt. */
export interface PlannedCall {
  readonly call: ToolCall;
  readonly attempt: number;
  readonly key: string;
  readonly approved: boolean;
  /**
   * Whether permission rules require approval (true) or allow the call without approval (false). Undefined:
   * the tool decides.
   */
  readonly asks?: boolean;
  readonly reason?: string;
  /**
   * Digest of the tool definition that a person approved. If the tool now has another, the person
   * is asked again.
   */
  readonly definition?: string;
  readonly answers?: readonly QuestionAnswer[];
  readonly awaited?: readonly AwaitedTask[];
  readonly dispatch?: Dispatch;
  readonly refusal?: Failure;
}

/** Decides the next action. The same task always gives the same decision. */
export function decide(task: Task): Decision {
  if (task.end) return { do: 'rest' };
  if (task.cancelRequested) return { do: 'finish', state: 'canceled', reason: 'canceled' };
  if (task.limitReached)
    return decideAtLimit(task.limitReached === 'max_steps' ? 'max_steps' : 'time_limit');
  if (task.failure) return { do: 'finish', state: 'failed', reason: 'error', error: task.failure };
  if (task.isHeld) return { do: 'wait', for: 'turn' };
  if (task.parked) return { do: 'wait', for: 'answer' };
  if (task.systemPrompt === undefined) return { do: 'load-prompt' };
  if (task.model === 'running') return { do: 'wait', for: 'effects' };
  const aboutCalls = task.calls.length > 0 ? decideForOpenCalls(task) : undefined;
  if (aboutCalls) return aboutCalls;
  if (task.model === 'asking') return { do: 'wait', for: 'answer' };

  // An answer that used up the step limit, or came just after the time limit, still counts.
  if (task.model === 'answered') return decideEndAfterFinalAnswer(task);
  const missing = findExhaustedLimit(task);
  if (missing) return decideAtLimit(missing);
  const selects = task.selects && task.turnSteps === 0 && task.attempt === 0 && !task.selection;
  return {
    do: 'call-model',
    step: task.steps + 1,
    attempt: task.attempt + 1,
    ...(task.modelWait && { notBefore: task.modelWait.until }),
    ...(selects && { selects }),
  };
}

function decideForOpenCalls(task: Task): Decision | undefined {
  const planned = task.calls.filter(
    (call) => call.status === 'planned' && !isAwaitingInput(call) && !isAwaitingTask(call),
  );
  if (planned.length > 0) {
    return { do: 'call-tools', calls: planned.map((state) => buildPlannedCall(task, state)) };
  }
  if (task.calls.some(({ status }) => status === 'running')) return { do: 'wait', for: 'effects' };
  if (listCallsAwaitingApproval(task).length > 0) return { do: 'wait', for: 'approval' };
  if (listCallsAwaitingAnswer(task).length > 0) return { do: 'wait', for: 'answer' };
  if (listCallsAwaitingClient(task).length > 0) return { do: 'wait', for: 'tool-results' };
  if (listCallsAwaitingTask(task).length > 0) return { do: 'wait', for: 'task' };
  return undefined;
}

function decideEndAfterFinalAnswer({ entries }: Task): Decision {
  const reply = entries?.last.message;
  const isRejection = reply?.role === 'assistant' && reply.reply_as === 'rejection';
  return isRejection
    ? { do: 'finish', state: 'rejected', reason: 'error', error: REJECTED }
    : { do: 'finish', state: 'completed', reason: 'final_answer' };
}

const REJECTED: Failure = {
  code: 'rejected',
  message: 'the agent rejected the task; its last message says why',
};

function buildPlannedCall(task: Task, callState: CallState): PlannedCall {
  const { attempt, approval, refusal, judged, answers, awaited, dispatch } = callState;
  const asks = needsPersonApproval(task, callState);
  return {
    call: getEffectiveCall(callState),
    attempt: attempt + 1,
    key: getCallKey(task, callState),
    approved: approval === 'approved' || asks === false,
    ...(asks !== undefined && { asks }),
    ...(judged?.reason !== undefined && { reason: judged.reason }),
    ...(judged?.tool && { definition: judged.tool.digest }),
    ...(answers && { answers: listCallAnswers(callState) }),
    ...(awaited && { awaited }),
    ...(dispatch && { dispatch }),
    ...(refusal && { refusal }),
  };
}

function findExhaustedLimit(task: Task): ExhaustedLimit | undefined {
  const { limits, delegation } = task.origin;
  if (task.workingMs >= limits.time_limit_s * 1000) return 'time_limit';
  if (task.turnSteps >= limits.max_steps) return 'max_steps';
  const budget = delegation?.budget;
  return budget && findExhaustedField(budget, getTotalSpending(task)) !== undefined
    ? 'budget'
    : undefined;
}

type ExhaustedLimit = Extract<EndReason, 'max_steps' | 'time_limit' | 'budget'>;

const LIMIT_MESSAGES: Readonly<Record<ExhaustedLimit, string>> = {
  max_steps: 'the allowed number of steps is used up',
  time_limit: 'the time limit is used up',
  budget: 'the budget that the calling agent gave is used up',
};

function decideAtLimit(reason: ExhaustedLimit): Decision {
  const message = `stopped: ${LIMIT_MESSAGES[reason]} and there is no final answer`;
  return { do: 'finish', state: 'failed', reason, error: { code: reason, message } };
}

/** A person's remembered approval takes precedence, then the permission rules, then the session's setting. */
function needsPersonApproval(task: Task, { call, judged }: CallState): boolean | undefined {
  const { turn } = task.origin;
  const { name } = call.function;
  if (task.origin.coreVersion < 3) {
    if (task.permitted?.includes(name) || turn?.permitted.includes(name)) return false;
  } else if (judged?.consent !== undefined) return false;
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
