import { DEFAULT_LIMITS, type AssistantMessage, type TaskEvent } from '../core/index.ts';
import type { Delta } from '../port/index.ts';
import { EMPTY_VIEW, type ConversationView } from './view-state.ts';
import { shown, type ViewUpdate } from './view.ts';

/** An event, or a piece of the reply of the step and attempt that began last. */
export type Happening = TaskEvent | { readonly type: 'delta'; readonly delta: Delta };

/** The updates of a turn: its first event, then what is given, a second between events. */
export function updatesOf(
  taskId: string,
  happenings: readonly Happening[],
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

export function said(text: string, messageId = 'm1'): TaskEvent {
  return { type: 'message.received', messageId, message: { role: 'user', content: text } };
}

export function started(step: number, attempt = 1): TaskEvent {
  return { type: 'model.started', step, attempt };
}

export function word(text: string): Happening {
  return { type: 'delta', delta: { type: 'text', text } };
}

export function thought(text: string): Happening {
  return { type: 'delta', delta: { type: 'reasoning', text } };
}

/** A piece of the arguments of a call. */
export function piece(index: number, id: string, name: string, written: string): Happening {
  return { type: 'delta', delta: { type: 'tool-call', index, id, name, arguments: written } };
}

/** A reply with words, calls as `[id, name, arguments]`, 3 tokens and a price. */
export function replied(
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

export function viewOf(
  updates: readonly ViewUpdate[],
  from: ConversationView = EMPTY_VIEW,
): ConversationView {
  return updates.reduce(shown, from);
}
