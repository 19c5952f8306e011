import { apply, type NumberedEvent, type Task } from '#core';

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
}

export function createTaskLog(kept: SuiteTask): readonly NumberedEvent[] {
  const { id, at, principal = 'p', agent = 'a', contextId = 'c', isCompleted, isWaiting } = kept;
  const submitted: NumberedEvent = {
    type: 'task.submitted',
    generation: 1,
    at,
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
  };
  if (isWaiting) return [submitted, ...createApprovalEvents(at)];
  if (!isCompleted) return [submitted];
  const end = { type: 'task.finished', state: 'completed', reason: 'final_answer' } as const;
  return [submitted, { ...end, generation: 2, at }];
}

function createApprovalEvents(at: number): readonly NumberedEvent[] {
  const call = { id: 'c1', type: 'function', function: { name: 'pay', arguments: '{}' } } as const;
  const message = { role: 'assistant', content: null, tool_calls: [call] } as const;
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
