import {
  apply,
  type AssistantMessage,
  type EntryPoint,
  type NumberedEvent,
  type Task,
} from '#core';

/** A task of a test suite, without tool or model calls to run. */
export interface SuiteTask {
  readonly id: string;
  /** Time of the task's last change, in milliseconds. */
  readonly at: number;
  readonly principal?: string;
  readonly agent?: string;
  readonly contextId?: string;
  readonly isCompleted?: boolean;
  /** Whether the task waits for approval of a tool call. */
  readonly isWaiting?: boolean;
  /** Protocol, front end or caller by which the first message arrived. */
  readonly entry?: EntryPoint;
  /** Whether another agent sent the first message. */
  readonly isAsked?: boolean;
  /** Time of the task's first message in milliseconds since the epoch. Default: `at`. */
  readonly startedAt?: number;
  /** Tokens that the model used. A token costs a millionth of a dollar. */
  readonly tokens?: number;
}

export function createSuiteTaskLog(kept: SuiteTask): readonly NumberedEvent[] {
  const { id, at, principal = 'p', agent = 'a', contextId = 'c', isCompleted, isWaiting } = kept;
  const { entry, isAsked, startedAt = at, tokens } = kept;
  const submitted: NumberedEvent = {
    type: 'task.submitted',
    generation: 1,
    at: startedAt,
    taskId: id,
    contextId,
    agent,
    principal,
    coreVersion: 1,
    toolSite: 'server',
    limits: { max_steps: 10, time_limit_s: 60 },
    seed: 0,
    loadPrompt: true,
    history: [],
    clientTools: [],
    ...(entry && { entry }),
    ...(isAsked && { delegation: { path: ['asks'] } }),
  };
  if (isWaiting) return [submitted, ...createApprovalRequestEvents(at, tokens)];
  if (!isCompleted) return [submitted];
  const end = { type: 'task.finished', state: 'completed', reason: 'final_answer' } as const;
  if (tokens === undefined) return [submitted, { ...end, generation: 2, at }];
  const message = { role: 'assistant', content: 'Done.', ...createUsage(tokens) } as const;
  return [
    submitted,
    { type: 'model.started', step: 1, attempt: 1, generation: 2, at },
    { type: 'model.replied', step: 1, attempt: 1, message, generation: 3, at },
    { ...end, generation: 4, at },
  ];
}

function createUsage(tokens: number): Pick<AssistantMessage, 'usage' | 'cost_usd'> {
  const usage = { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens };
  return { usage, cost_usd: tokens / 1e6 };
}

function createApprovalRequestEvents(at: number, tokens = 0): readonly NumberedEvent[] {
  const call = { id: 'c1', type: 'function', function: { name: 'pay', arguments: '{}' } } as const;
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: [call],
    ...createUsage(tokens),
  } as const;
  return [
    { type: 'model.started', step: 1, attempt: 1, generation: 2, at },
    { type: 'model.replied', step: 1, attempt: 1, message, generation: 3, at },
    { type: 'approval.requested', callId: 'c1', generation: 4, at },
  ];
}

export function replayLog([first, ...rest]: readonly NumberedEvent[]): Task {
  if (!first) throw new RangeError('a log has events');
  return rest.reduce(apply, apply(undefined, first));
}
