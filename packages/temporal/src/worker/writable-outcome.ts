import type { Failure, TaskEvent } from '@timestep-ai/timestep/core';

const UNWRITABLE: Failure = {
  code: 'unwritable',
  message: 'the task received data that cannot be stored: the log of the worker says why',
};

/** SQLite's code for a text that is too long. */
const TOO_BIG = 18;

/** Returns whether a write failed because of its data, so that every retry would fail too. */
export function isUnwritableDataError(thrown: unknown): boolean {
  if (thrown instanceof TypeError || thrown instanceof RangeError) return true;
  if (!(thrown instanceof Error)) return false;
  if ('errcode' in thrown) return thrown.errcode === TOO_BIG;
  // PostgreSQL error classes: data exceptions, and exceeded limits of the program.
  return 'code' in thrown && /^(?:22|54)\w{3}$/.test(String(thrown.code));
}

/** Returns the failure event to store if no database can hold the outcome of an effect. */
export function toUnwritableEvent(event: TaskEvent): TaskEvent {
  switch (event.type) {
    case 'prompt.loaded':
      return { type: 'prompt.failed', error: UNWRITABLE };
    case 'context.selected':
      return { type: 'context.selected', items: [], note: UNWRITABLE.message };
    case 'model.replied':
    case 'model.failed':
    case 'model.refused': {
      const { step, attempt } = event;
      return { type: 'model.failed', step, attempt, error: UNWRITABLE };
    }
    case 'tool.returned':
    case 'tool.failed':
    case 'question.asked':
    case 'call.suspended':
      return { type: 'tool.failed', callId: event.callId, error: UNWRITABLE };
    default:
      return event;
  }
}
