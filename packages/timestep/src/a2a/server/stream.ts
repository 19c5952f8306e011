import { isFinal, isInterrupted } from '../../core/index.ts';
import type { OwnTask, Step } from '../../port/index.ts';
import { stepEncoder } from '../wire/step-to-events.ts';
import { statusUpdateOf, taskToWire, type TaskView } from '../wire/task-to-wire.ts';
import type { WireEvent } from '../wire/wire.ts';
import type { Audiences } from './audience.ts';

/** A stream event, and how far its reader is with it. */
export interface NumberedWireEvent {
  /** The generation up to which the reader has received everything with this event. */
  readonly told: number;
  readonly event: WireEvent;
  /** True of an event that was over when the reader came: it does not end the stream. */
  readonly isPast: boolean;
  /** Whether other readers receive the same object. */
  readonly isShared: boolean;
}

export interface StreamView extends TaskView {
  /** Nothing happens until the client acts, so the stream ends at once. */
  readonly isOver: boolean;
  /** The last generation that the reader has seen completely; it receives what followed. */
  readonly seen?: number | undefined;
}

/**
 * The stream of one reader: the task as it is, then the events that the reader missed, then new
 * ones, until the task ends or waits for a client.
 */
export async function* eventsOf(
  own: OwnTask,
  view: StreamView,
  { audiences, signal }: { readonly audiences: Audiences; readonly signal: AbortSignal },
): AsyncGenerator<NumberedWireEvent> {
  const now = own.task;
  const membership = audiences.join(now.id);
  try {
    const from = await own.at(view.seen ?? now.generation);
    // A reader that loses the stream here has seen the task, but not the events that it missed.
    const first = { isPast: false, isShared: false };
    yield { told: from.generation, event: { task: taskToWire(now, view) }, ...first };
    if (view.isOver && from === now) {
      const event = { statusUpdate: statusUpdateOf(now) };
      yield { told: now.generation, event, ...first };
      return;
    }
    const encode = stepEncoder(membership.share);
    for await (const step of own.follow(from, signal)) {
      const isPast = step.task.generation < now.generation;
      const isShared = membership.isShared();
      const events = encode(step);
      for (const [index, event] of events.entries()) {
        yield { told: toldWith(step, index === events.length - 1), event, isPast, isShared };
      }
      if (isPast) continue;
      const isNews = step.kind === 'event' && step.task.state !== step.before.state;
      if (isNews && (isFinal(step.task) || isInterrupted(step.task))) return;
      if (view.isOver && step.task.generation === now.generation) return;
    }
  } finally {
    membership.leave();
  }
}

/** Only the last event of a step completes its generation. */
function toldWith(step: Step, isLast: boolean): number {
  return isLast || step.kind === 'delta' ? step.task.generation : step.before.generation;
}
