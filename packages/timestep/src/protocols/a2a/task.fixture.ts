import {
  apply,
  CORE_VERSION,
  DEFAULT_LIMITS,
  type AssistantMessage,
  type Task,
  type TaskEvent,
  type TaskSubmitted,
  type ToolCall,
} from '#core';
import type { TaskStep } from '#engine/port';

/** 2026-01-31T12:00:00Z, the time of the first event of every task in this fixture. */
const START = Date.UTC(2026, 0, 31, 12);

/** Builds a task from events, one second apart. */
export function taskAfter(events: readonly TaskEvent[], origin: Partial<TaskSubmitted> = {}): Task {
  return events.reduce(step, apply(undefined, { ...submitted(origin), generation: 1, at: START }));
}

/** Builds the steps that a reader of the whole task receives. */
export function stepsOf(
  events: readonly TaskEvent[],
  origin: Partial<TaskSubmitted> = {},
): TaskStep[] {
  let before = taskAfter([], origin);
  return events.map((event): TaskStep => {
    const task = step(before, event);
    const numbered = { ...event, generation: task.generation, at: task.updatedAt };
    const seen = { kind: 'event', before, event: numbered, task } as const;
    before = task;
    return seen;
  });
}

export function said(text: string, messageId = 'm1'): TaskEvent {
  return { type: 'message.received', messageId, message: { role: 'user', content: text } };
}

export function replied(message: Omit<AssistantMessage, 'role'>, at = 1): TaskEvent {
  return {
    type: 'model.replied',
    step: at,
    attempt: 1,
    message: { role: 'assistant', ...message },
  };
}

export function started(at = 1, attempt = 1): TaskEvent {
  return { type: 'model.started', step: at, attempt };
}

export const finished: TaskEvent = {
  type: 'task.finished',
  state: 'completed',
  reason: 'final_answer',
};

export function call(id: string, name = 'get_weather', args = '{"location":"Oakland"}'): ToolCall {
  return { id, type: 'function', function: { name, arguments: args } };
}

function step(task: Task, event: TaskEvent): Task {
  const generation = task.generation + 1;
  return apply(task, { ...event, generation, at: task.updatedAt + 1000 });
}

function submitted(origin: Partial<TaskSubmitted>): TaskSubmitted {
  return {
    type: 'task.submitted',
    taskId: 't1',
    contextId: 'c1',
    agent: 'weather',
    principal: '',
    coreVersion: CORE_VERSION,
    toolSite: 'client',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [],
    clientTools: [],
    ...origin,
  };
}
