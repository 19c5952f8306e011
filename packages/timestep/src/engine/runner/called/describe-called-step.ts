import type { CallState, Task } from '#core';
import {
  describeAgentWait,
  describeCall,
  describeTaskOmissions,
  describeTaskWait,
  shortenLine,
  type ProgressDelta,
  type TaskStep,
} from '#engine/port';

/** What a task does, in one line, and why it makes no progress. */
export type TaskActivity = Pick<ProgressDelta, 'text' | 'delay'>;

/** Describes what a task does, for the tasks and callers that wait for it. */
export interface TaskDescriber {
  /**
   * Describes what the called task was doing when it was read for the first time. Undefined if there is
   * nothing to say.
   */
  describeNow(): TaskActivity | undefined;
  describeStep(step: TaskStep): TaskActivity | undefined;
}

export function createTaskDescriber(first: Task): TaskDescriber {
  let isWaiting = first.modelWait !== undefined;

  return {
    describeNow() {
      const wait =
        describeTaskWait(first) === undefined ? undefined : describeModelWaitActivity(first);
      return (
        wait ?? toActivity(describeCalls(first.calls.filter(({ status }) => status !== 'done')))
      );
    },
    describeStep(step) {
      if (step.kind === 'event' && step.event.type === 'model.failed') {
        isWaiting = step.task.modelWait !== undefined;
        return step.event.retryAt === undefined ? undefined : describeModelWaitActivity(step.task);
      }
      const goesOn = isWaiting && hasAgentAnswered(step);
      if (goesOn) isWaiting = false;
      const work = describeStepOfCalledTask(step);
      return work ?? (goesOn ? { text: `agent ${step.task.origin.agent} continues` } : undefined);
    },
  };
}

function describeModelWaitActivity(task: Task): TaskActivity | undefined {
  const text = describeAgentWait(task);
  return text === undefined ? undefined : { text, delay: task.modelWait?.error.message ?? text };
}

/** Returns whether the model or remote agent that could not be reached has answered. */
function hasAgentAnswered(step: TaskStep): boolean {
  if (step.kind === 'delta') return step.delta.type !== 'progress';
  const { event } = step;
  if (event.type === 'dispatch.reported') return event.dispatch.state === 'accepted';
  return event.type === 'model.replied';
}

function describeStepOfCalledTask(step: TaskStep): TaskActivity | undefined {
  const { task } = step;
  if (step.kind === 'delta') {
    const { delta } = step;
    // A remote agent reports what it does as reasoning, which is shown. The reasoning of a model is not.
    if (delta.type === 'reasoning') return task.dispatch && toActivity(delta.text);
    return delta.type === 'progress' ? describeProgress(task, delta) : undefined;
  }
  const { event } = step;
  if (event.type === 'model.replied') return toActivity(describeCalls(task.calls));
  if (event.type === 'model.refused') return toActivity(describeTaskOmissions(task) ?? '');
  if (event.type !== 'approval.requested') return undefined;
  const waiting = task.calls.find(({ call }) => call.id === event.callId);
  return { text: `${waiting ? describeCall(waiting.call).label : 'a call'} awaits approval` };
}

function describeProgress(task: Task, delta: ProgressDelta): TaskActivity | undefined {
  const activity = toActivity(delta.text);
  const caller = task.calls.find(({ call }) => call.id === delta.callId);
  if (!caller?.awaits || !activity) return activity;
  const text = `${describeCall(caller.call).label} › ${activity.text}`;
  return delta.delay === undefined ? { text } : { text, delay: delta.delay };
}

function describeCalls(calls: readonly Pick<CallState, 'call'>[]): string {
  const shown = calls.map(({ call }) => {
    const { label, note = '', asksAgent } = describeCall(call);
    return asksAgent ? `Ask ${label}: ${note}` : `${label} ${note}`.trim();
  });
  return shown.join(', ');
}

/** Shortens a text to a line. Undefined if it is blank. */
function toActivity(text: string): TaskActivity | undefined {
  const line = shortenLine(text.trim());
  return line === '' ? undefined : { text: line };
}
