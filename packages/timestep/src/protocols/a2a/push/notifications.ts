import { hash } from 'node:crypto';
import type { Task } from '#core';
import type { ProgressDelta, PushTarget, TaskStep } from '#engine/port';
import { acceptedOutputToParts } from '../wire/content-to-parts.ts';
import { artifactsToEvents, createArtifactEvent } from '../wire/step-to-events.ts';
import {
  createAnswerArtifact,
  hasToolCalls,
  progressToStatusUpdate,
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

const CONTENT_TYPES = { '0.3': 'application/json', '1.0': 'application/a2a+json' } as const;

/**
 * Builds the notifications of an event: one for each complete answer, artifact and state change (section 4.3.3), and
 * for a new reason why the task makes no progress. In 1.0 a notification contains the event; in 0.3 the task at that
 * time, without history.
 */
export function stepToNotifications(
  step: TaskStep,
  version: PushTarget['version'],
): Notification[] {
  if (step.kind !== 'event') return [];
  const { before, event, task } = step;
  const events: WireEvent[] = [];
  if (event.type === 'model.replied' && event.message.content && !hasToolCalls(event.message)) {
    const output = acceptedOutputToParts(task, event.message);
    const artifact = createAnswerArtifact(event.step, event.message.content, output);
    events.push(createArtifactEvent(task, artifact));
  }
  events.push(...artifactsToEvents(task, event));
  if (task.state !== before.state || hasDelayChanged(before, task))
    events.push({ statusUpdate: taskToStatusUpdate(task) });
  if (events.length === 0) return [];
  const contents =
    version === '0.3' ? [taskToA2A03(taskToWire(task, { historyLength: 0 }))] : events;
  return contents.map((content, index) => ({
    id: `${task.id}:${task.generation}:${index}`,
    contentType: CONTENT_TYPES[version],
    body: JSON.stringify(content),
  }));
}

/**
 * Returns whether the task now waits for its model provider or remote agent because of another
 * error than before.
 */
function hasDelayChanged({ modelWait: before }: Task, { modelWait, state }: Task): boolean {
  return state === 'working' && modelWait?.error.message !== before?.error.message;
}

/** Builds the notification about an asked agent that makes no progress, or makes progress again. */
export function progressToNotification(
  task: Task,
  delta: ProgressDelta,
  version: PushTarget['version'],
): Notification {
  const statusUpdate = progressToStatusUpdate(task, delta);
  const { status, metadata = {} } = statusUpdate;
  const content =
    version === '0.3'
      ? taskToA2A03({ ...taskToWire(task, { historyLength: 0 }), status, metadata })
      : { statusUpdate };
  // The id contains a digest of the text, because a task generation can cause several notifications.
  const digest = hash('sha256', delta.text, 'base64url').slice(0, 12);
  return {
    id: `${task.id}:${task.generation}:${delta.callId}:${digest}`,
    contentType: CONTENT_TYPES[version],
    body: JSON.stringify(content),
  };
}
