import type { PlannedCall, Task, TaskEvent } from 'timestep/core';

/** The keys under which the store keeps the parts that outlines leave out. */
export const contentKey = {
  origin: 'origin',
  prompt: 'prompt',
  message: (messageId: string): string => `message:${messageId}`,
  model: (step: number, attempt: number): string => `model:${step}:${attempt}`,
  tool: ({ key, attempt }: Pick<PlannedCall, 'key' | 'attempt'>): string =>
    `tool:${key}:${attempt}`,
} as const;

/** The key of what the outline of an event leaves out; `undefined` where it leaves out nothing. */
export function contentKeyOf(task: Task, event: TaskEvent): string | undefined {
  switch (event.type) {
    case 'task.submitted':
      return contentKey.origin;
    case 'message.received':
    case 'results.received':
    case 'approval.decided':
      return contentKey.message(event.messageId);
    case 'prompt.loaded':
      return contentKey.prompt;
    case 'model.replied':
      return contentKey.model(event.step, event.attempt);
    case 'tool.returned':
    case 'tool.failed': {
      const called = task.calls.find(({ call }) => call.id === event.callId);
      const key = `${task.id}:${task.steps}:${event.callId}`;
      return called && contentKey.tool({ key, attempt: called.attempt });
    }
    case 'prompt.failed':
    case 'model.failed':
    case 'calls.declined':
    case 'model.started':
    case 'task.resumed':
    case 'model.lost':
    case 'tool.started':
    case 'tool.interrupted':
    case 'approval.requested':
    case 'cancel.requested':
    case 'limit.reached':
    case 'task.finished':
      return undefined;
  }
}
