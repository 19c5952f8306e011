import { createTaskStore, type TaskDatabase, type TaskStore } from '@timestep-ai/temporal';
import {
  CORE_VERSION,
  type NumberedEvent,
  type Submission,
  type TaskEvent,
} from '@timestep-ai/timestep/core';

export interface StoreCase {
  readonly name: string;
  run(open: () => Promise<TaskDatabase>): Promise<void>;
}

export function storeCase(
  name: string,
  check: (store: TaskStore, again: () => Promise<TaskDatabase>) => Promise<void>,
): StoreCase {
  return {
    name,
    async run(open) {
      const store = createTaskStore(await open());
      try {
        await check(store, open);
      } finally {
        await store.closeDatabase();
      }
    },
  };
}

export const FINISHED: TaskEvent = {
  type: 'task.finished',
  state: 'completed',
  reason: 'final_answer',
};
export const RESUMED: TaskEvent = { type: 'task.resumed' };

export function said(messageId: string, content: string): TaskEvent {
  return { type: 'message.received', messageId, message: { role: 'user', content } };
}

export function numbered(generation: number, event: TaskEvent): NumberedEvent {
  return { ...event, generation, at: 5 };
}

export function submission(messageId: string, content = 'hello'): Submission {
  return { agent: 'a', principal: 'p', messageId, message: { role: 'user', content } };
}

export function reserve(
  store: TaskStore,
  messageId: string,
  taskId: string,
  hash = 'hash',
  content = 'hello',
) {
  const message = submission(messageId, content);
  return store.storeMessage({ submission: message, at: 5 }, hash, taskId, {
    [`message:${messageId}`]: { kind: 'submission', submission: message },
  });
}

export function append(store: TaskStore, events: readonly NumberedEvent[]): Promise<void> {
  return store.append({
    taskId: 't1',
    records: events.map((event) => ({ event })),
    state: 'working',
  });
}

export async function begun(
  store: TaskStore,
  taskId = 't1',
  content = 'hello',
  path: readonly string[] = [],
): Promise<void> {
  const messageId = `m${taskId.slice(1)}`;
  await reserve(store, messageId, taskId, 'hash', content);
  const first: TaskEvent = {
    type: 'task.submitted',
    taskId,
    contextId: 'c',
    agent: 'a',
    principal: 'p',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: { max_steps: 9, time_limit_s: 9 },
    seed: 0,
    loadPrompt: false,
    history: [],
    clientTools: [],
    ...(path.length > 0 && { delegation: { path } }),
  };
  const records = [
    { event: numbered(1, first), content: 'origin' },
    { event: numbered(2, said(messageId, '')), content: `message:${messageId}` },
  ];
  await store.append({ taskId, records, state: 'submitted' });
}
