import { getCallKey, type CallState, type Task } from './task.ts';

/** How far a message to a remote agent has come, for the attempts after a crash. */
export interface Dispatch {
  /**
   * `sending`: the agent may have it. `accepted`: the agent has made it a task. `unsent`: the agent
   * does not have it. `unknown`: the agent cannot tell, so a person decides about sending it again.
   */
  readonly state: 'sending' | 'accepted' | 'unsent' | 'unknown';
  /** Address of the agent. */
  readonly agent: string;
  readonly message_id: string;
  readonly task_id?: string;
  readonly context_id?: string;
}

/** Reports how far the message of a step or a tool call has come, under the key of either. */
export interface DispatchReport {
  readonly key: string;
  readonly attempt: number;
  readonly dispatch: Dispatch;
}

/** Returns the fields of a task after a report. A report that comes too late changes nothing. */
export function applyDispatch(
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
