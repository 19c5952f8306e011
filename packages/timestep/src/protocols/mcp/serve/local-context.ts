import { getHopCount } from '../../../core/index.ts';
import type { ToolContext } from '../../../engine/port/index.ts';
import { getCallTraceparent } from '../call-traceparent.ts';
import type { CallerContext } from './tool-context.ts';

/** For a call within this process, not over MCP. */
export function createLocalContext(context: ToolContext): CallerContext {
  const { approved = false, task, answers = [], awaited = [] } = context;
  return {
    ...context,
    approved,
    answers,
    awaited,
    asks: true,
    outlives: false,
    inputs: undefined,
    hops: getHopCount(task?.metadata),
    traceparent: getCallTraceparent(context),
    progress: async () => {},
    log: async () => {},
    mcp: undefined,
  };
}
