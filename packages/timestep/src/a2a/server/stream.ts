import { isFinal, isInterrupted, type Task } from '../../core/index.ts';
import { follow, type Runner } from '../../port/index.ts';
import { stepEncoder } from '../wire/step-to-events.ts';
import { statusUpdateOf, taskToWire, type TaskView } from '../wire/task-to-wire.ts';
import type { WireEvent } from '../wire/wire.ts';

/** A stream event and the generation of the task it belongs to. */
export interface NumberedWireEvent {
  readonly generation: number;
  readonly event: WireEvent;
}

/** `isOver`: nothing will happen until the client acts, so that the stream ends where it is. */
export interface StreamView extends TaskView {
  readonly isOver: boolean;
}

/**
 * The stream of one reader: the task as it is, then what happens to it, until it ends or comes to
 * wait for somebody.
 */
export async function* eventsOf(
  runner: Runner,
  from: Task,
  view: StreamView,
  signal: AbortSignal,
): AsyncGenerator<NumberedWireEvent> {
  yield { generation: from.generation, event: { task: taskToWire(from, view) } };
  if (view.isOver) {
    yield { generation: from.generation, event: { statusUpdate: statusUpdateOf(from) } };
    return;
  }
  const encode = stepEncoder();
  for await (const step of follow(runner, from, signal)) {
    const { generation } = step.task;
    for (const event of encode(step)) yield { generation, event };
    const isNews = step.kind === 'event' && step.task.state !== step.before.state;
    if (isNews && (isFinal(step.task) || isInterrupted(step.task))) return;
  }
}
