import type { Task } from '#core';
import type { PushTarget, TaskStep } from '#engine/port';
import { listOutputParts } from '../wire/content-to-parts.ts';
import { artifactsToEvents } from '../wire/step-to-events.ts';
import {
  createAnswerArtifact,
  createGenerationMetadata,
  isNarration,
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
 * Builds the notifications of an event: one per complete answer, artifact and state change (section
 * 4.3.3). In 1.0 it holds the event; in 0.3 the task at that time, without history.
 */
export function stepToNotifications(
  step: TaskStep,
  version: PushTarget['version'],
): Notification[] {
  if (step.kind !== 'event') return [];
  const { before, event, task } = step;
  const events: WireEvent[] = [];
  if (event.type === 'model.replied' && event.message.content && !isNarration(event.message)) {
    const output = listOutputParts(task, event.message);
    const artifact = createAnswerArtifact(event.step, event.message.content, output);
    const { id: taskId, contextId } = task;
    const whole = { append: false, lastChunk: true, metadata: createGenerationMetadata(task) };
    events.push({ artifactUpdate: { taskId, contextId, artifact, ...whole } });
  }
  events.push(...artifactsToEvents(task, event));
  if (task.state !== before.state) events.push({ statusUpdate: taskToStatusUpdate(task) });
  if (version === '0.3')
    return events.length === 0
      ? []
      : [
          createNotification(
            task,
            0,
            taskToA2A03(taskToWire(task, { historyLength: 0 })),
            JSON_TYPE,
          ),
        ];
  return events.map((told, index) => createNotification(task, index, told, 'application/a2a+json'));
}

const JSON_TYPE = 'application/json';

function createNotification(
  task: Task,
  index: number,
  content: object,
  contentType: string,
): Notification {
  const id = `${task.id}:${task.generation}:${index}`;
  return { id, contentType, body: JSON.stringify(content) };
}
