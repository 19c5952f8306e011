import { HOPS_META, isJsonObject, type JsonObject } from '../../../core/index.ts';
import type { TaskMeta } from '../../../port/index.ts';
import { parseTraceparent, withTraceparent } from '../../../trace/index.ts';
import type { ToolCallContext } from '../tool-context.ts';

/** What a task that is one call knows of its caller. */
export interface CallerFacts {
  /** Whether a person has approved the call before it became a task. */
  readonly approved: boolean;
  /** Whether the client can answer what the tool asks. */
  readonly canAsk: boolean;
  /** What the client has answered before the call became a task. */
  readonly inputs: JsonObject;
}

/** The key of the metadata of a task that is one call. */
const CALL_META = 'dev.timestep/call';

/** The metadata with which such a task begins. */
export function metadataOf(context: ToolCallContext): JsonObject {
  const { approved, hops, inputs = {}, traceparent, mcp } = context;
  const canAsk = mcp?.peer.capabilities?.elicitation !== undefined;
  const call = { approved, can_ask: canAsk, inputs: structuredClone(inputs) as JsonObject };
  const metadata = { [CALL_META]: call, [HOPS_META]: hops };
  return withTraceparent(metadata, parseTraceparent(traceparent) && traceparent) ?? metadata;
}

/** What its metadata say. */
export function factsOf(task: Pick<TaskMeta, 'metadata'> | undefined): CallerFacts {
  const call = task?.metadata[CALL_META];
  const { approved, can_ask: canAsk, inputs } = isJsonObject(call) ? call : {};
  return {
    approved: approved === true,
    canAsk: canAsk === true,
    inputs: isJsonObject(inputs) ? inputs : {},
  };
}
