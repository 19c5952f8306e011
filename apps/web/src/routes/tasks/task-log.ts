import {
  EMPTY_TIMELINE,
  EMPTY_VIEW,
  shown,
  withEvent,
  type ConversationView,
  type NumberedEvent,
  type TaskUpdate,
  type Timeline,
} from '@timestep-ai/timestep/view';

/** What the views of one task show, after some of its updates. Immutable but for `events`, which only grows. */
export interface TaskLog {
  readonly events: readonly NumberedEvent[];
  readonly generation: number;
  readonly conversation: ConversationView;
  readonly timeline: Timeline;
}

export function emptyTaskLog(): TaskLog {
  return { events: [], generation: 0, conversation: EMPTY_VIEW, timeline: EMPTY_TIMELINE };
}

/** The log after updates; an event that it has already is left out. */
export function withUpdates(log: TaskLog, taskId: string, updates: readonly TaskUpdate[]): TaskLog {
  let { generation, conversation, timeline } = log;
  const news: NumberedEvent[] = [];
  for (const update of updates) {
    if (update.kind === 'event') {
      const { event } = update;
      if (event.generation <= generation) continue;
      ({ generation } = event);
      news.push(event);
      timeline = withEvent(timeline, event);
    }
    conversation = shown(conversation, { ...update, taskId });
  }
  const events = news.length === 0 ? log.events : [...log.events, ...news];
  return { events, generation, conversation, timeline };
}
