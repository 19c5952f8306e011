import type { ToolContext } from '#engine/port';
import { createTraceparent } from '#protocols/trace';

/** The call's span if the task has a principal, that is, runs here; else the task's span. */
export function getCallTraceparent({ key, attempt, task }: ToolContext): string | undefined {
  if (task?.principal !== undefined) return createTraceparent({ key, attempt, task });
  const traceparent = task?.metadata['traceparent'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}
