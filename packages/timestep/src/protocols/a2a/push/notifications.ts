import type { PushTarget, TaskStep } from '#engine/port';
import { outputToParts } from '../wire/content-to-parts.ts';
import { artifactsToEvents, createArtifactEvent } from '../wire/step-to-events.ts';
import {
  createAnswerArtifact,
  hasToolCalls,
  taskToStatusUpdate,
  taskToWire,
} from '../wire/task-to-wire.ts';
import { taskToA2A03 } from '../wire/to-a2a-0-3.ts';
import type { WireEvent } from '../wire/wire-types.ts';

export interface Notification {
  /** Id of the notification, the same in every attempt to send it. */
  readonly id: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * Builds the notifications of an event: one for each complete answer, artifact and state change (section 4.3.3). In
 * 1.0 a notification contains the event; in 0.3 the task at that time, without history.
 */
export function stepToNotifications(
  step: TaskStep,
  version: PushTarget['version'],
): Notification[] {
  if (step.kind !== 'event') return [];
  const { before, event, task } = step;
  const events: WireEvent[] = [];
  if (event.type === 'model.replied' && event.message.content && !hasToolCalls(event.message)) {
    const output = outputToParts(task, event.message);
    const artifact = createAnswerArtifact(event.step, event.message.content, output);
    events.push(createArtifactEvent(task, artifact));
  }
  events.push(...artifactsToEvents(task, event));
  if (task.state !== before.state) events.push({ statusUpdate: taskToStatusUpdate(task) });
  if (events.length === 0) return [];
  const contents =
    version === '0.3' ? [taskToA2A03(taskToWire(task, { historyLength: 0 }))] : events;
  return contents.map((content, index) => ({
    id: `${task.id}:${task.generation}:${index}`,
    contentType: version === '0.3' ? 'application/json' : 'application/a2a+json',
    body: JSON.stringify(content),
  }));
}
