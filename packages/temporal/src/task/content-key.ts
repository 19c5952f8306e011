import { callKeyOf, type PlannedCall, type Task, type TaskEvent } from '@timestep-ai/timestep/core';

/** The keys under which the store keeps the parts that outlines leave out. */
export const contentKey = {
  origin: 'origin',
  prompt: 'prompt',
  context: (step: number): string => `context:${step}`,
  message: (messageId: string): string => `message:${messageId}`,
  model: (step: number, attempt: number): string => `model:${step}:${attempt}`,
  tool: ({ key, attempt }: Pick<PlannedCall, 'key' | 'attempt'>): string =>
    `tool:${key}:${attempt}`,
  outcome: (key: string): string => `outcome:${key}`,
} as const;

/** The key of what the outline of an event leaves out; `undefined` where it leaves out nothing. */
export function contentKeyOf(task: Task, event: TaskEvent): string | undefined {
  switch (event.type) {
    case 'task.submitted':
      return contentKey.origin;
    case 'message.received':
    case 'results.received':
    case 'approval.decided':
    case 'question.answered':
      return contentKey.message(event.messageId);
    case 'context.selected':
      return contentKey.context(task.steps + 1);
    case 'prompt.loaded':
      return contentKey.prompt;
    case 'model.replied':
      return contentKey.model(event.step, event.attempt);
    case 'tool.returned':
    case 'tool.failed':
    case 'question.asked':
    case 'call.suspended': {
      const called = task.calls.find(({ call }) => call.id === event.callId);
      return called && contentKey.tool({ key: callKeyOf(task, called), attempt: called.attempt });
    }
    case 'call.resumed': {
      const waiting = task.calls.find(({ call }) => call.id === event.callId);
      return waiting && contentKey.outcome(callKeyOf(task, waiting));
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
