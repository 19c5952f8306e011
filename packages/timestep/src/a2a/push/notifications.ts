import type { Task } from '../../core/index.ts';
import type { PushTarget, Step } from '../../port/index.ts';
import { giftEvents } from '../wire/step-to-events.ts';
import {
  answerArtifact,
  generationOf,
  isNarration,
  statusUpdateOf,
  taskToWire,
} from '../wire/task-to-wire.ts';
import { taskTo03 } from '../wire/to-0-3.ts';
import type { WireEvent } from '../wire/wire.ts';

/** One notification about one event, for one target. */
export interface Notification {
  /** The same however often the notification is sent. */
  readonly id: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * The notifications about a step: each whole answer, each artifact and each change of state, never pieces (section
 * 4.3.3). Version 1.0 receives the event, 0.3 the task as it was then, without its history.
 */
export function notificationsOf(step: Step, version: PushTarget['version']): Notification[] {
  if (step.kind !== 'event') return [];
  const { before, event, task } = step;
  const events: WireEvent[] = [];
  if (event.type === 'model.replied' && event.message.content && !isNarration(event.message)) {
    const artifact = answerArtifact(event.step, event.message.content);
    const { id: taskId, contextId } = task;
    const whole = { append: false, lastChunk: true, metadata: generationOf(task) };
    events.push({ artifactUpdate: { taskId, contextId, artifact, ...whole } });
  }
  events.push(...giftEvents(task, event));
  if (task.state !== before.state) events.push({ statusUpdate: statusUpdateOf(task) });
  if (version === '0.3')
    return events.length === 0
      ? []
      : [notification(task, 0, taskTo03(taskToWire(task, { historyLength: 0 })), JSON_TYPE)];
  return events.map((told, index) => notification(task, index, told, 'application/a2a+json'));
}

const JSON_TYPE = 'application/json';

function notification(task: Task, index: number, told: object, contentType: string): Notification {
  const id = `${task.id}:${task.generation}:${index}`;
  return { id, contentType, body: JSON.stringify(told) };
}
