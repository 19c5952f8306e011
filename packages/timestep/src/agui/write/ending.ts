import { callsAwaitingClient, type Task, type Usage } from '../../core/index.ts';
import type { EndEvent, RunOutcome, TokenUsage } from '../wire/event.ts';
import { interruptsOf } from './interrupts.ts';

/** What the last event of a run says beside the state of its task. */
export interface Ran {
  readonly threadId: string;
  readonly runId: string;
  /** What the task had used when the run began. */
  readonly before: Usage;
}

/** The last event of a run, from its task as it was when the run ended (AG-UI 1.0, Runs and Steps). */
export function endOf({ threadId, runId, before }: Ran, task: Task): EndEvent {
  const usage = usageBetween(before, task.usage);
  const spent = usage && { usage: [usage] };
  const finished = (outcome: RunOutcome): Extract<EndEvent, { type: 'RUN_FINISHED' }> => ({
    type: 'RUN_FINISHED',
    threadId,
    runId,
    outcome,
    ...spent,
  });
  switch (task.state) {
    case 'completed':
      return finished({ type: 'success' });
    case 'input-required':
      return finished(waitingFor(task));
    case 'canceled':
    case 'submitted':
    case 'working':
      return finished({ type: 'cancelled' });
    case 'failed':
    case 'rejected': {
      const { reason = 'error', error } = task.end ?? {};
      if (isLimit(reason)) return { ...finished({ type: 'cancelled' }), metadata: { reason } };
      const { code = reason, message = 'the agent failed' } = error ?? {};
      return { type: 'RUN_ERROR', code, message, ...spent };
    }
  }
}

/** Whether the end is none of its own and no failure: such a run counts as stopped on purpose. */
function isLimit(reason: string): boolean {
  return reason === 'max_steps' || reason === 'time_limit' || reason === 'budget';
}

function waitingFor(task: Task): RunOutcome {
  const interrupts = interruptsOf(task);
  if (interrupts.length > 0) return { type: 'interrupt', interrupts };
  const pendingToolCallIds = callsAwaitingClient(task).map(({ call }) => call.id);
  return { type: 'success', ...(pendingToolCallIds.length > 0 && { pendingToolCallIds }) };
}

/** The tokens of a run; absent where none were counted. */
function usageBetween(before: Usage, after: Usage): TokenUsage | undefined {
  const grown = (count: (usage: Usage) => number | undefined): number =>
    (count(after) ?? 0) - (count(before) ?? 0);
  const inputTokens = grown((usage) => usage.prompt_tokens);
  const outputTokens = grown((usage) => usage.completion_tokens);
  if (inputTokens + outputTokens === 0) return undefined;
  const reasoning = grown((usage) => usage.completion_tokens_details?.reasoning_tokens);
  const cached = grown((usage) => usage.prompt_tokens_details?.cached_tokens);
  const written = grown((usage) => usage.prompt_tokens_details?.cache_write_tokens);
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
    ...(cached > 0 && { cachedInputTokens: cached }),
    ...(written > 0 && { cacheWriteInputTokens: written }),
  };
}
