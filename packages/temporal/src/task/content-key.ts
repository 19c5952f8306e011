import {
  getCallKey,
  type PlannedCall,
  type Task,
  type TaskEvent,
} from '@timestep-ai/timestep/core';

export const contentNames = {
  origin: 'origin',
  prompt: 'prompt',
  context: (step: number): string => `context:${step}`,
  message: (messageId: string): string => `message:${messageId}`,
  model: (step: number, attempt: number): string => `model:${step}:${attempt}`,
  tool: ({ key, attempt }: Pick<PlannedCall, 'key' | 'attempt'>): string =>
    `tool:${key}:${attempt}`,
  outcome: (key: string): string => `outcome:${key}`,
} as const;

/**
 * Returns the name under which the store holds texts that the event's copy in the workflow omits. Undefined
 * if it omits none.
 */
export function findOmittedContentName(task: Task, event: TaskEvent): string | undefined {
  switch (event.type) {
    case 'task.submitted':
      return contentNames.origin;
    case 'message.received':
    case 'results.received':
    case 'approval.decided':
    case 'question.answered':
      return contentNames.message(event.messageId);
    case 'task.resumed':
    case 'cancel.requested':
      return event.messageId === undefined ? undefined : contentNames.message(event.messageId);
    case 'context.selected':
      return contentNames.context(task.steps + 1);
    case 'prompt.loaded':
      return contentNames.prompt;
    case 'model.replied':
    case 'model.refused':
      return contentNames.model(event.step, event.attempt);
    case 'tool.returned':
    case 'tool.failed':
    case 'question.asked':
    case 'call.suspended':
    case 'approval.requested': {
      if (event.type === 'approval.requested' && !event.tool) return undefined;
      const called = task.calls.find(({ call }) => call.id === event.callId);
      return (
        called && contentNames.tool({ key: getCallKey(task, called), attempt: called.attempt })
      );
    }
    case 'call.resumed': {
      const waiting = task.calls.find(({ call }) => call.id === event.callId);
      return waiting && contentNames.outcome(getCallKey(task, waiting));
    }
    case 'prompt.failed':
    case 'model.failed':
    case 'calls.declined':
    case 'model.started':
    case 'task.parked':
    case 'model.lost':
    case 'dispatch.reported':
    case 'tool.started':
    case 'tool.interrupted':
    case 'limit.reached':
    case 'task.finished':
      return undefined;
  }
}
