import type { CallToolResult, JSONRPCMessage, Tool } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '#core';
import { checkValue, prepareResultSchema } from '#engine/tools';
import { KEY_META } from '../extension.ts';

const RESULT_META = 'dev.timestep/result';

/**
 * Hides the results of this package's own tool calls from the MCP SDK, which would reject results
 * that do not fit their schema or contain unknown content blocks, although the tool has run.
 */
export interface ResultPassage {
  /** Remembers the id of a message to the MCP server, if the message is a tool call of this package. */
  readonly recordRequest: (message: JSONRPCMessage) => void;
  /**
   * Moves the result of a tool call that `recordRequest` remembered into `_meta`. Returns any other message
   * unchanged.
   */
  readonly wrapResult: (message: JSONRPCMessage) => JSONRPCMessage;
}

export function createResultPassage(): ResultPassage {
  const calls = new Set<string | number>();
  return {
    recordRequest(message) {
      if (!('method' in message) || !('id' in message) || message.method !== 'tools/call') return;
      const meta: unknown = message.params?._meta;
      if (isJsonObject(meta) && meta[KEY_META] !== undefined) calls.add(message.id);
    },
    wrapResult(message) {
      if ('method' in message || message.id === undefined || !calls.delete(message.id))
        return message;
      if (!('result' in message) || isTaskOrInputRequest(message.result['resultType']))
        return message;
      // Marked as an error, because the MCP SDK validates the data of all other results.
      const result = { content: [], isError: true, _meta: { [RESULT_META]: message.result } };
      return { ...message, result: { ...result, resultType: 'complete' } };
    },
  };
}

/** Returns whether a response is a task or a request for input, and not a result. */
function isTaskOrInputRequest(resultType: unknown): boolean {
  return resultType === 'task' || resultType === 'input_required';
}

/** Returns a tool result as the MCP server sent it. */
export function unwrapResult(result: CallToolResult): unknown {
  return result._meta?.[RESULT_META] ?? result;
}

/** Describes why a result's data does not fit the tool's output schema. Undefined if it fits. */
export async function describeMismatch(
  tool: Tool | undefined,
  { structuredContent, isError }: CallToolResult,
): Promise<string | undefined> {
  if (!tool?.outputSchema || isError === true) return undefined;
  if (structuredContent === undefined) return 'the result lacks the data that its schema describes';
  try {
    const schema = prepareResultSchema(tool.name, tool.outputSchema as JsonObject);
    const checked = schema && (await checkValue(schema, structuredContent));
    if (!checked || checked.ok) return undefined;
    return `the data does not match its schema: ${checked.issues}`;
  } catch {
    // A schema that the validator does not support cannot be checked, so the data counts as valid.
    return undefined;
  }
}
