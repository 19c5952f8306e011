import type { ToolContext } from '../port/index.ts';
import { createTraceparent } from '../trace/index.ts';

/**
 * Returns the `traceparent` to send with a call. If the task has a principal, this program makes
 * the call, and the span is that of the call; otherwise it is the span in the task's metadata.
 */
export function getCallTraceparent({ key, attempt, task }: ToolContext): string | undefined {
  if (task?.principal !== undefined) return createTraceparent({ key, attempt, task });
  const traceparent = task?.metadata['traceparent'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}
