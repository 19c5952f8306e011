import { DEFAULT_LIMITS, type AssistantMessage, type TaskEvent } from '#core';
import type { Delta } from '#engine/port';
import { EMPTY_VIEW, type ConversationView } from './view-state.ts';
import { applyUpdate, type ViewUpdate } from './view.ts';

/** An event, or a delta of the latest step and attempt. */
export type FixtureEvent = TaskEvent | { readonly type: 'delta'; readonly delta: Delta };

/**
 * Creates the updates of a turn: its first event, then the given ones, with one second between
 * events.
 */
export function createUpdates(
  taskId: string,
  happenings: readonly FixtureEvent[],
  history: readonly AssistantMessage[] = [],
): ViewUpdate[] {
  const first: TaskEvent = {
    type: 'task.submitted',
    taskId,
    contextId: 'c1',
    agent: 'guide',
    principal: '',
    coreVersion: 1,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history,
    clientTools: [],
  };
  let generation = 0;
  let [step, attempt] = [0, 0];
  return [first, ...happenings].map((happening): ViewUpdate => {
    if (happening.type === 'delta') {
      return { kind: 'delta', taskId, step, attempt, delta: happening.delta };
    }
    if (happening.type === 'model.started') ({ step, attempt } = happening);
    generation += 1;
    return { kind: 'event', taskId, event: { ...happening, generation, at: generation * 1000 } };
  });
}

export function createUserMessage(text: string, messageId = 'm1'): TaskEvent {
  return { type: 'message.received', messageId, message: { role: 'user', content: text } };
}

export function createModelStarted(step: number, attempt = 1): TaskEvent {
  return { type: 'model.started', step, attempt };
}

export function createTextDelta(text: string): FixtureEvent {
  return { type: 'delta', delta: { type: 'text', text } };
}

export function createReasoningDelta(text: string): FixtureEvent {
  return { type: 'delta', delta: { type: 'reasoning', text } };
}

/** A chunk of a tool call's arguments. */
export function createCallDelta(
  index: number,
  id: string,
  name: string,
  written: string,
): FixtureEvent {
  return { type: 'delta', delta: { type: 'tool-call', index, id, name, arguments: written } };
}

/** A reply with text, calls as `[id, name, arguments]`, 3 tokens and a price. */
export function createReply(
  step: number,
  content: string | null,
  calls: readonly (readonly [id: string, name: string, written: string])[] = [],
  attempt = 1,
): TaskEvent {
  const message: AssistantMessage = {
    role: 'assistant',
    content,
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    cost_usd: 0.5,
    ...(calls.length > 0 && {
      tool_calls: calls.map(([id, name, written]) => ({
        id,
        type: 'function',
        function: { name, arguments: written },
      })),
    }),
  };
  return { type: 'model.replied', step, attempt, message };
}

export const FINISHED: TaskEvent = {
  type: 'task.finished',
  state: 'completed',
  reason: 'final_answer',
};

export function buildView(
  updates: readonly ViewUpdate[],
  from: ConversationView = EMPTY_VIEW,
): ConversationView {
  return updates.reduce(applyUpdate, from);
}
