import {
  EMPTY_VIEW,
  applyUpdate,
  type ConversationView,
  type NumberedEvent,
  type TaskUpdate,
} from '@timestep-ai/timestep/view';

export interface TaskLog {
  readonly events: readonly NumberedEvent[];
  readonly generation: number;
  readonly conversation: ConversationView;
}

export function createEmptyTaskLog(): TaskLog {
  return { events: [], generation: 0, conversation: EMPTY_VIEW };
}

/** Adds updates to a task's log. Ignores events that the log contains already. */
export function applyUpdates(
  log: TaskLog,
  taskId: string,
  updates: readonly TaskUpdate[],
): TaskLog {
  let { generation, conversation } = log;
  const news: NumberedEvent[] = [];
  for (const update of updates) {
    if (update.kind === 'event') {
      const { event } = update;
      if (event.generation <= generation) continue;
      ({ generation } = event);
      news.push(event);
    }
    conversation = applyUpdate(conversation, { ...update, taskId });
  }
  const events = news.length === 0 ? log.events : [...log.events, ...news];
  return { events, generation, conversation };
}
