import { HOPS_META, isJsonObject, type JsonObject } from '#core';
import type { TaskMeta } from '#engine/port';
import { parseTraceparent, addTraceparentIfMissing } from '#protocols/trace';
import type { ToolCallContext } from '../calls/tool-context.ts';

/** Facts about the MCP caller, stored with the task that runs its call. */
interface CallerFacts {
  /** Whether a user approved the call before it became a task. */
  readonly approved: boolean;
  readonly canAsk: boolean;
  readonly inputs: JsonObject;
}

const CALL_META = 'dev.timestep/call';

export function callToTaskMetadata(context: ToolCallContext): JsonObject {
  const { approved, hops, inputs = {}, traceparent, mcp } = context;
  const canAsk = mcp?.peer.capabilities?.elicitation !== undefined;
  const call = { approved, can_ask: canAsk, inputs: structuredClone(inputs) as JsonObject };
  const metadata = { [CALL_META]: call, [HOPS_META]: hops };
  return (
    addTraceparentIfMissing(metadata, parseTraceparent(traceparent) && traceparent) ?? metadata
  );
}

export function readCallerFactsOfTask(task: Pick<TaskMeta, 'metadata'> | undefined): CallerFacts {
  const call = task?.metadata[CALL_META];
  const { approved, can_ask: canAsk, inputs } = isJsonObject(call) ? call : {};
  return {
    approved: approved === true,
    canAsk: canAsk === true,
    inputs: isJsonObject(inputs) ? inputs : {},
  };
}
