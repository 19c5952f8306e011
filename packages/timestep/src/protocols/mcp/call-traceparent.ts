import type { ToolContext } from '../../engine/port/index.ts';
import { createTraceparent } from '../trace/index.ts';

/**
 * Returns the `traceparent` for a call: the call's span if this program runs the task, which then
 * has a principal; otherwise the span in the task's metadata.
 */
export function getCallTraceparent({ key, attempt, task }: ToolContext): string | undefined {
  if (task?.principal !== undefined) return createTraceparent({ key, attempt, task });
  const traceparent = task?.metadata['traceparent'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}
