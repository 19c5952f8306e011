const PREFIX = 'task-';

/** Returns the id of the workflow of a task: `task-` and the id of the task. */
export function createWorkflowId(taskId: string): string {
  return PREFIX + taskId;
}

/**
 * Lists the ids that the workflow of a task may have, the present form first. Workflows started by
 * releases without the prefix have the id of their task.
 */
export function listPossibleWorkflowIds(taskId: string): readonly string[] {
  return [createWorkflowId(taskId), taskId];
}
