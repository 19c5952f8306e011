import {
  isJsonObject,
  omitUndefined,
  parseArguments,
  type CallResult,
  type Fields,
  type JsonObject,
  type JsonValue,
  type ToolCall,
} from '#core';
import { createInvalidParamsError } from './a2a-error.ts';
import { requireEntries } from './a2a-fields.ts';
import type { WirePart } from './wire-types.ts';

/**
 * The tool calls extension. An agent asks its client to run tools with `{tool_calls: [{call_id,
 * name, arguments}]}`; the client answers with `{tool_results: [{call_id, name, output}]}` in a
 * message to the same task.
 */
export const TOOL_CALLS_EXTENSION = 'https://timestep.dev/a2a/tool-calls/v1';

/** A tool result with the name of its tool. */
export interface NamedResult extends CallResult {
  readonly name?: string;
}

/** Creates a part with tool calls. Arguments that are not a JSON object stay text. */
export function createToolCallsPart(calls: readonly ToolCall[]): WirePart {
  const tool_calls = calls.map(({ id, function: { name, arguments: text } }) => ({
    call_id: id,
    name,
    arguments: parseArguments(text) ?? text,
  }));
  return { data: { tool_calls }, mediaType: 'application/json' };
}

export function createToolResultsPart(results: readonly NamedResult[]): WirePart {
  const tool_results = results.map(({ callId: call_id, name, output, isError, taskId: task_id }) =>
    omitUndefined({ call_id, name, output, is_error: isError || undefined, task_id }),
  );
  return { data: { tool_results }, mediaType: 'application/json' };
}

/** Parses the tool calls in a field. Also accepts OpenAI's nested form, and arguments as text. */
export function parseToolCalls(
  data: JsonValue,
  field: 'tool_calls' | 'approval_requests' = 'tool_calls',
): ToolCall[] | undefined {
  const entries = isJsonObject(data) ? data[field] : undefined;
  if (!Array.isArray(entries)) return undefined;
  return entries.flatMap((entry: JsonValue): ToolCall[] => {
    if (!isJsonObject(entry)) return [];
    const inner = isJsonObject(entry['function']) ? entry['function'] : entry;
    const { name, arguments: given } = inner;
    if (typeof name !== 'string' || name === '') return [];
    const id = findFirstString(entry, ['call_id', 'id', 'tool_call_id']) ?? '';
    const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    return [{ id, type: 'function', function: { name, arguments: text } }];
  });
}

/** Parses tool results. Also accepts the form of OpenAI's tool messages. Throws `A2AError`. */
export function parseToolResults(data: JsonValue, path: string): CallResult[] | undefined {
  if (!isJsonObject(data) || !('tool_results' in data)) return undefined;
  return requireEntries(data, { path, name: 'tool_results', what: 'result' }).map(readToolResult);
}

function readToolResult({ object: entry, path }: Fields): CallResult {
  const callId = findFirstString(entry, ['call_id', 'tool_call_id', 'id']);
  if (callId === undefined)
    throw createInvalidParamsError(`${path}.call_id`, 'must be the id of a tool call');
  const key = ['output', 'content', 'result'].find((name) => name in entry);
  if (key === undefined)
    throw createInvalidParamsError(`${path}.output`, 'must contain the result');
  const output = entry[key];
  const isError = entry['is_error'] === true || entry['isError'] === true;
  const taskId = findFirstString(entry, ['task_id']);
  return {
    callId,
    output: typeof output === 'string' ? output : JSON.stringify(output),
    ...(isError && { isError }),
    ...(taskId !== undefined && { taskId }),
  };
}

function findFirstString(fields: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
