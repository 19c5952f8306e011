import { getHopCount } from '../../core/index.ts';
import type { ToolContext } from '../../port/index.ts';
import { traceparentOfCall } from '../traceparent-of-call.ts';
import type { CallerContext } from './tool-context.ts';

/** Creates the context of a tool call that is made within this process, not over MCP. */
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
    traceparent: traceparentOfCall(context),
    progress: async () => {},
    log: async () => {},
    mcp: undefined,
  };
}
