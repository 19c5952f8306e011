import type { ToolContext } from '../../port/index.ts';
import { ATTEMPT_META, HOPS_META, hopsOf, KEY_META } from '../extension.ts';

/** The `_meta` by which a caller passes on what `contextOfRequest` reads. */
export function metaOfCall(context: ToolContext): Record<string, unknown> {
  const { key, attempt, task } = context;
  const { traceparent } = task.metadata;
  return {
    [KEY_META]: key,
    [ATTEMPT_META]: attempt,
    [HOPS_META]: hopsOf(task.metadata),
    ...(typeof traceparent === 'string' && { traceparent }),
  };
}
