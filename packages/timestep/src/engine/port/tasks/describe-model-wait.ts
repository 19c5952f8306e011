import type { ModelWait } from '#core';

/** Describes for users why a task waits for its model, and when the model is called again. */
export function describeModelWait({ error, until }: Pick<ModelWait, 'error' | 'until'>): string {
  const time = new Date(until).toISOString();
  return `waiting for the model: ${error.message}; the next call is at ${time}`;
}
