import { hopsOf } from '../../core/index.ts';
import type { ToolContext } from '../../port/index.ts';

import type { CallFacts } from './tool-context.ts';

/** The context of a call made within the process. */
export function contextWithin(context: ToolContext): CallFacts {
  const { key, attempt, approved = false, signal, task, emit } = context;
  const { answers = [], awaited = [] } = context;
  const traceparent: unknown = task?.metadata['traceparent'];
  return {
    signal,
    key,
    attempt,
    approved,
    asks: true,
    answers,
    awaited,
    emit,
    hops: hopsOf(task?.metadata),
    task,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    progress: async () => {},
    log: async () => {},
    mcp: undefined,
  };
}
