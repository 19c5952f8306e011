import { apply, type NumberedEvent, type Task } from '../core/index.ts';

/** A task of a suite, which has no effects. */
export interface Kept {
  readonly id: string;
  /** When it changed last. */
  readonly at: number;
  readonly principal?: string;
  readonly agent?: string;
  readonly contextId?: string;
  readonly isCompleted?: boolean;
}

export function logOf(kept: Kept): readonly NumberedEvent[] {
  const { id, at, principal = 'p', agent = 'a', contextId = 'c', isCompleted } = kept;
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
  if (!isCompleted) return [submitted];
  const end = { type: 'task.finished', state: 'completed', reason: 'final_answer' } as const;
  return [submitted, { ...end, generation: 2, at }];
}

export function taskAfter([first, ...rest]: readonly NumberedEvent[]): Task {
  if (!first) throw new RangeError('a log has events');
  return rest.reduce(apply, apply(undefined, first));
}
