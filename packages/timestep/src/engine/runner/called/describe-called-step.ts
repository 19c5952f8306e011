import type { CallState, Task } from '#core';
import {
  describeAgentWait,
  describeCall,
  describeTaskOmissions,
  describeTaskWait,
  shortenLine,
  type TaskStep,
} from '#engine/port';

/** Describes what a task does, for the tasks and callers that wait for it. */
export interface TaskDescriber {
  /** Describes what the task does at the beginning. Undefined if there is nothing to say. */
  describeNow(): string | undefined;
  describeStep(step: TaskStep): string | undefined;
}

export function createTaskDescriber(first: Task): TaskDescriber {
  let isWaiting = first.modelWait !== undefined;

  return {
    describeNow() {
      const wait = describeTaskWait(first) && describeAgentWait(first);
      return wait ?? describeCalls(first.calls.filter(({ status }) => status !== 'done'));
    },
    describeStep(step) {
      if (step.kind === 'event' && step.event.type === 'model.failed') {
        isWaiting = step.task.modelWait !== undefined;
        return step.event.retryAt === undefined ? undefined : describeAgentWait(step.task);
      }
      const goesOn = isWaiting && hasAnswered(step);
      if (goesOn) isWaiting = false;
      const text = describeWork(step);
      return text ?? (goesOn ? `agent ${step.task.origin.agent} goes on` : undefined);
    },
  };
}

/** Returns whether the model or remote agent that could not be reached has answered. */
function hasAnswered(step: TaskStep): boolean {
  if (step.kind === 'delta') return step.delta.type !== 'progress';
  const { event } = step;
  if (event.type === 'dispatch.reported') return event.dispatch.state === 'accepted';
  return event.type === 'model.replied';
}

function describeWork(step: TaskStep): string | undefined {
  const { task } = step;
  if (step.kind === 'delta') {
    const { delta } = step;
    // What a remote agent says about its work arrives as its reasoning. A model's own stays inside.
    if (delta.type === 'reasoning') return task.dispatch && shorten(delta.text);
    if (delta.type !== 'progress') return undefined;
    const caller = task.calls.find(({ call }) => call.id === delta.callId);
    const text = shorten(delta.text);
    if (!caller?.awaits || text === undefined) return text;
    return `${describeCall(caller.call).label} › ${text}`;
  }
  const { event } = step;
  if (event.type === 'model.replied') return describeCalls(task.calls);
  if (event.type === 'model.refused') return shorten(describeTaskOmissions(task) ?? '');
  if (event.type !== 'approval.requested') return undefined;
  const waiting = task.calls.find(({ call }) => call.id === event.callId);
  return `${waiting ? describeCall(waiting.call).label : 'a call'} awaits approval`;
}

function describeCalls(calls: readonly Pick<CallState, 'call'>[]): string | undefined {
  const shown = calls.map(({ call }) => {
    const { label, note = '', asksAgent } = describeCall(call);
    return asksAgent ? `Ask ${label}: ${note}` : `${label} ${note}`.trim();
  });
  return shorten(shown.join(', '));
}

/** Shortens a text to a line. Undefined if it is blank. */
function shorten(text: string): string | undefined {
  const line = shortenLine(text.trim());
  return line === '' ? undefined : line;
}
