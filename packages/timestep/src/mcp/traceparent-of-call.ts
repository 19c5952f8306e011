import type { ToolContext } from '../port/index.ts';
import { createTraceparent } from '../trace/index.ts';

/**
 * The span under which a call goes on elsewhere: that of the call itself where a task of this program makes it,
 * which is one whose sender is known; else the one that led to the call.
 */
export function traceparentOfCall({ key, attempt, task }: ToolContext): string | undefined {
  if (task?.principal !== undefined) return createTraceparent({ key, attempt, task });
  const traceparent = task?.metadata['traceparent'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}
