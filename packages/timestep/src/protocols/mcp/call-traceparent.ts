import type { ToolContext } from '#engine/port';
import { createTraceparent } from '#protocols/trace';

/** Returns the parent span: of the call if its task runs here, otherwise of the task. */
export function getCallTraceparent({ key, attempt, task }: ToolContext): string | undefined {
  if (task?.principal !== undefined) return createTraceparent({ key, attempt, task });
  const traceparent = task?.metadata['traceparent'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}
