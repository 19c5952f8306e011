import type { TaskState } from '@timestep-ai/timestep/core';

/** Temporal's names for the status of a workflow. */
export type WorkflowStatus = 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED';

export function toWorkflowStatus(state: TaskState): WorkflowStatus {
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

/** Returns the workflow id of agent A's side of a conversation. */
export function createWorkflowId(taskId: string): string {
  return `initiator-${taskId}`;
}
