import { isFinal, isInterrupted } from '../../core/index.ts';
import type { OwnTask, Step } from '../../port/index.ts';
import { stepEncoder } from '../wire/step-to-events.ts';
import { statusUpdateOf, taskToWire, type TaskView } from '../wire/task-to-wire.ts';
import type { WireEvent } from '../wire/wire.ts';
import type { Audiences, Membership } from './audience.ts';

/** A stream event and how far its reader is with it. */
export interface NumberedWireEvent {
  /** The generation up to which, with this event, everything has been told. */
  readonly told: number;
  readonly event: WireEvent;
  /** What it tells was over when the reader came: the stream goes on whatever it says. */
  readonly isPast: boolean;
  /** Whether other readers are given the same object. */
  readonly isShared: boolean;
}

export interface StreamView extends TaskView {
  /** Nothing will happen until the client acts, so that the stream ends where it is. */
  readonly isOver: boolean;
  /** The generation the reader has seen all of: it is told what followed. */
  readonly seen?: number | undefined;
}

/**
 * The stream of one reader: the task as it is, then what it has missed, then what happens to it,
 * until it ends or comes to wait for somebody.
 */
export async function* eventsOf(
  own: OwnTask,
  view: StreamView,
  { audiences, signal }: { readonly audiences: Audiences; readonly signal: AbortSignal },
): AsyncGenerator<NumberedWireEvent> {
  const membership = audiences.join(own.task.id);
  try {
    yield* eventsFor(membership, own, view, signal);
  } finally {
    membership.leave();
  }
}

async function* eventsFor(
  membership: Membership,
  own: OwnTask,
  view: StreamView,
  signal: AbortSignal,
): AsyncGenerator<NumberedWireEvent> {
  const now = own.task;
  const from = await own.at(view.seen ?? now.generation);
  // Whoever loses the stream in what was missed has not seen it, though it has seen the task.
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
    yield* numbered(step, encode(step), { isPast, isShared: membership.isShared() });
    if (isPast) continue;
    const isNews = step.kind === 'event' && step.task.state !== step.before.state;
    if (isNews && (isFinal(step.task) || isInterrupted(step.task))) return;
    if (view.isOver && step.task.generation === now.generation) return;
  }
}

/** Only the last event of a generation completes it. */
function* numbered(
  step: Step,
  events: readonly WireEvent[],
  telling: Pick<NumberedWireEvent, 'isPast' | 'isShared'>,
): Generator<NumberedWireEvent> {
  const { generation } = step.task;
  const before = step.kind === 'event' ? step.before.generation : generation;
  for (const [index, event] of events.entries()) {
    yield { told: index === events.length - 1 ? generation : before, event, ...telling };
  }
}
