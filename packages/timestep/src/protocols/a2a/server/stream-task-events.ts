import { hasTaskEnded, isInputRequired } from '#core';
import type { OwnTask, TaskStep } from '#engine/port';
import { createStepEncoder } from '../wire/step-to-events.ts';
import { taskToStatusUpdate, taskToWire, type TaskView } from '../wire/task-to-wire.ts';
import type { WireEvent } from '../wire/wire-types.ts';
import type { SubscriberGroups } from './subscriber-groups.ts';

export interface NumberedWireEvent {
  /** Generation of the task's log that a reader has received completely once it has this event. */
  readonly receivedGeneration: number;
  readonly event: WireEvent;
  /** Whether the event happened before the connection. Such an event does not end the stream. */
  readonly isPast: boolean;
  /** Whether other readers receive the same event object. */
  readonly isShared: boolean;
}

export interface StreamView extends TaskView {
  /** Whether the stream ends after the current state of the task. */
  readonly isOver: boolean;
  /** Number of the newest event of the task that the reader has seen. The stream sends every later event. */
  readonly lastSeenGeneration?: number | undefined;
}

/**
 * Streams the current task, then events that the reader missed, then new events until the task ends or waits for a
 * client.
 */
export async function* streamTaskEvents(
  own: OwnTask,
  view: StreamView,
  { subscribers, signal }: { readonly subscribers: SubscriberGroups; readonly signal: AbortSignal },
): AsyncGenerator<NumberedWireEvent> {
  const now = own.task;
  const subscription = subscribers.subscribe(now.id);
  try {
    const from = await own.getAtGeneration(view.lastSeenGeneration ?? now.generation);
    // The first event carries the generation that the reader had last, so that a reader who disconnects right after it receives the events since then.
    const first = { isPast: false, isShared: false };
    yield { receivedGeneration: from.generation, event: { task: taskToWire(now, view) }, ...first };
    if (view.isOver && from === now) {
      const event = { statusUpdate: taskToStatusUpdate(now) };
      yield { receivedGeneration: now.generation, event, ...first };
      return;
    }
    const encode = createStepEncoder(subscription.share);
    for await (const step of own.subscribe(from, signal)) {
      const isPast = step.task.generation < now.generation;
      const isShared = subscription.isShared();
      const events = encode(step);
      for (const [index, event] of events.entries()) {
        yield {
          receivedGeneration: getReceivedGeneration(step, index === events.length - 1),
          event,
          isPast,
          isShared,
        };
      }
      if (isPast) continue;
      const isNews = step.kind === 'event' && step.task.state !== step.before.state;
      if (isNews && (hasTaskEnded(step.task) || isInputRequired(step.task))) return;
      if (view.isOver && step.task.generation === now.generation) return;
    }
  } finally {
    subscription.unsubscribe();
  }
}

/**
 * Returns the generation of the log that a reader has received completely. Several events can
 * belong to a generation, and only the last of them completes it.
 */
function getReceivedGeneration(step: TaskStep, isLast: boolean): number {
  return isLast || step.kind === 'delta' ? step.task.generation : step.before.generation;
}
