import type { ToolContext } from '../../port/index.ts';
import { APPROVED_META, ATTEMPT_META, HOPS_META, hopsOf, KEY_META } from '../extension.ts';

/** The `_meta` with which a caller passes on what `contextOfRequest` reads. */
export function metaOfCall(context: ToolContext): Record<string, unknown> {
  const { key, attempt, approved = false, task } = context;
  const traceparent = task?.metadata['traceparent'];
  return {
    [KEY_META]: key,
    [ATTEMPT_META]: attempt,
    [HOPS_META]: hopsOf(task?.metadata),
    ...(approved && { [APPROVED_META]: true }),
    ...(typeof traceparent === 'string' && { traceparent }),
  };
}
