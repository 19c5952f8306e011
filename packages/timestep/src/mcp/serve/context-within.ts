import { getHopCount } from '../../core/index.ts';
import type { ToolContext } from '../../port/index.ts';
import { getCallTraceparent } from '../call-traceparent.ts';
import type { CallFacts } from './tool-context.ts';

/** The context of a call made within the process. */
export function contextWithin(context: ToolContext): CallFacts {
  const { key, attempt, approved = false, signal, task, emit } = context;
  const { answers = [], awaited = [] } = context;
  return {
    signal,
    key,
    attempt,
    approved,
    asks: true,
    outlives: false,
    answers,
    inputs: undefined,
    awaited,
    emit,
    hops: getHopCount(task?.metadata),
    task,
    traceparent: getCallTraceparent(context),
    progress: async () => {},
    log: async () => {},
    mcp: undefined,
  };
}
