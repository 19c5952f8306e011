import type { TaskState } from '@timestep-ai/timestep/core';

/** Temporal's words for how a workflow is doing. */
export type WorkflowStatus = 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED';

export function statusOf(state: TaskState): WorkflowStatus {
  switch (state) {
    case 'submitted':
    case 'working':
    case 'input-required':
      return 'RUNNING';
    case 'completed':
      return 'COMPLETED';
    case 'failed':
    case 'rejected':
      return 'FAILED';
    case 'canceled':
      return 'CANCELED';
  }
}

/** The name of agent A's side of a conversation. */
export function workflowIdOf(taskId: string): string {
  return `initiator-${taskId}`;
}
