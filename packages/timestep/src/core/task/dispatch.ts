import { getCallKey, type CallState, type Task } from './task.ts';

/** Delivery state of a message to a remote agent, for attempts after a crash. */
export interface Dispatch {
  /**
   * `sending`: the agent may have the message. `accepted`: the agent has created a task for it.
   * `unsent`: the agent does not have it. `unknown`: the agent cannot say, so a person decides
   * whether to send it again.
   */
  readonly state: 'sending' | 'accepted' | 'unsent' | 'unknown';
  /** URL of the remote agent. */
  readonly agent: string;
  /** Name of the remote agent in its card. Undefined in logs of earlier versions. */
  readonly name?: string;
  readonly message_id: string;
  readonly task_id?: string;
  readonly context_id?: string;
}

/**
 * A report about the message that a step or tool call sends to a remote agent, and how far it has got. `key`
 * identifies the step or call.
 */
export interface DispatchReport {
  readonly key: string;
  readonly attempt: number;
  readonly dispatch: Dispatch;
}

/**
 * Returns the fields of a task that change when a tool reports that its request was sent. The report of an
 * earlier attempt changes nothing.
 */
export function applyDispatchReport(
  task: Task,
  { key, attempt, dispatch }: DispatchReport,
): Pick<Task, 'dispatch' | 'calls'> {
  const next = dispatch.state === 'unsent' ? undefined : dispatch;
  const { model, calls } = task;
  if (model === 'running') {
    const isNow = key === `${task.id}:${task.steps + 1}` && attempt === task.attempt;
    return { dispatch: isNow ? next : task.dispatch, calls };
  }
  return {
    dispatch: task.dispatch,
    calls: calls.map((call): CallState => {
      const isNow = call.status === 'running' && call.attempt === attempt;
      return isNow && key === getCallKey(task, call) ? { ...call, dispatch: next } : call;
    }),
  };
}
