import {
  CORE_VERSION,
  DEFAULT_LIMITS,
  type AssistantMessage,
  type NumberedEvent,
  type TaskEvent,
  type TaskSubmitted,
} from '#core';

/**
 * Creates the log of task `t1` with one second between events. `change` modifies the first event.
 */
export function createLog(
  change: Partial<TaskSubmitted>,
  ...events: readonly TaskEvent[]
): NumberedEvent[] {
  const first: TaskSubmitted = {
    type: 'task.submitted',
    taskId: 't1',
    contextId: 'c1',
    agent: 'guide',
    principal: 'ann',
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    coreVersion: CORE_VERSION,
    loadPrompt: false,
    clientTools: [],
    history: [],
    ...change,
  };
  return [first, ...events].map((event, at) => ({
    ...event,
    at: (at + 1) * 1000,
    generation: at + 1,
  }));
}

export function createUserMessage(
  content: string,
  more: { readonly traceparent?: string } = {},
): TaskEvent {
  const message = { role: 'user', content } as const;
  return { type: 'message.received', messageId: 'm1', message, metadata: more };
}

/** Creates the events of a first model call. */
export function createModelCall(step: number, message: Partial<AssistantMessage>): TaskEvent[] {
  const reply: AssistantMessage = { role: 'assistant', content: null, ...message };
  return [
    { type: 'model.started', step, attempt: 1 },
    { type: 'model.replied', step, attempt: 1, message: reply },
  ];
}

/** Creates the tool calls of a model reply. */
export function createToolCalls(name: string, args: string, ...ids: readonly string[]) {
  const called = { name, arguments: args };
  return { tool_calls: ids.map((id) => ({ id, type: 'function', function: called }) as const) };
}
