import type { TaskState } from '@timestep-ai/timestep/core';
import type { WorkflowLog } from './workflow-log.ts';

/** Answer to the `getState` query of a workflow: the task without its texts. */
export interface TaskStateView {
  readonly taskId: string;
  readonly contextId: string;
  readonly agent: string;
  readonly state: TaskState;
  /** Number of the newest event of the task. */
  readonly generation: number;
  readonly steps: number;
  /** Ids of the newest 1,000 messages that the task has received. */
  readonly messageIds: readonly string[];
  /** Ids of the messages that the model has not read yet. */
  readonly inbox: readonly string[];
  /** Tool calls of the newest step. */
  readonly calls: readonly CallView[];
  readonly cancelRequested: boolean;
  /** Whether the task waits for its user because it repeatedly ended its workers. */
  readonly isParked: boolean;
}

interface CallView {
  readonly id: string;
  readonly name: string;
  readonly status: 'planned' | 'running' | 'done';
  readonly attempt: number;
}

export function viewTaskState(log: WorkflowLog): TaskStateView {
  const { id, contextId, origin, state, generation, steps, cancelRequested, parked } = log.task;
  return {
    taskId: id,
    contextId,
    agent: origin.agent,
    state,
    generation,
    steps,
    messageIds: log.carry().seen,
    inbox: log.task.inbox.map(({ messageId }) => messageId),
    calls: log.task.calls.map(({ call, status, attempt }) => ({
      id: call.id,
      name: call.function.name,
      status,
      attempt,
    })),
    cancelRequested,
    isParked: parked !== undefined,
  };
}
