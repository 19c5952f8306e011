import type { NumberedEvent, TaskEvent, TaskSubmitted } from './events/event.ts';
import { foldTask } from './apply/apply.ts';
import { DEFAULT_LIMITS } from './task/limits.ts';
import type { AssistantMessage } from './message/message.ts';
import { CORE_VERSION, type Task } from './task/task.ts';

/** First event of a task with default values. */
export function submitted(change: Partial<TaskSubmitted> = {}): TaskSubmitted {
  return {
    type: 'task.submitted',
    taskId: 't1',
    contextId: 'c1',
    agent: 'weather',
    principal: '',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [],
    clientTools: [],
    ...change,
  };
}

/** Numbers events from 1, one second apart. */
export function journal(...events: readonly TaskEvent[]): NumberedEvent[] {
  return events.map((event, index) => ({
    ...event,
    generation: index + 1,
    at: 1000 * (index + 1),
  }));
}

export function taskOf(...events: readonly TaskEvent[]): Task {
  const task = foldTask(journal(...events));
  if (!task) throw new Error('no events');
  return task;
}

export function user(text: string, messageId = 'm1'): TaskEvent {
  return { type: 'message.received', messageId, message: { role: 'user', content: text } };
}

/** Events of a model step that makes calls, given as `[id, name]`, or answers. */
export function modelStep(
  step: number,
  reply: string | readonly (readonly [string, string])[],
): [TaskEvent, TaskEvent] {
  const message: AssistantMessage =
    typeof reply === 'string'
      ? { role: 'assistant', content: reply }
      : {
          role: 'assistant',
          content: null,
          tool_calls: reply.map(([id, name]) => ({
            id,
            type: 'function',
            function: { name, arguments: '{}' },
          })),
        };
  return [
    { type: 'model.started', step, attempt: 1 },
    { type: 'model.replied', step, attempt: 1, message },
  ];
}
