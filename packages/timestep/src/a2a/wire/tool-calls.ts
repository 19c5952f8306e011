import {
  isJsonObject,
  type CallResult,
  type JsonObject,
  type JsonValue,
  type ToolCall,
} from '../../core/index.ts';
import { invalidParams } from './a2a-error.ts';
import type { WirePart } from './wire.ts';

/**
 * The extension that names the two data parts below: an agent asks its client for tool calls with
 * `{tool_calls: [{call_id, name, arguments}]}` in a task that waits for input, and the client
 * answers with `{tool_results: [{call_id, name, output}]}` in a message to the same task.
 */
export const TOOL_CALLS_EXTENSION = 'https://timestep.dev/a2a/tool-calls/v1';

/** A result as it is sent; `name` is for readers that do not keep the call. */
export interface NamedResult extends CallResult {
  readonly name?: string;
}

/** Arguments are sent as an object; text that is not a JSON object is sent as text. */
export function toolCallsPart(calls: readonly ToolCall[]): WirePart {
  const tool_calls = calls.map(({ id, function: { name, arguments: text } }) => ({
    call_id: id,
    name,
    arguments: parsed(text),
  }));
  return { data: { tool_calls }, mediaType: 'application/json' };
}

export function toolResultsPart(results: readonly NamedResult[]): WirePart {
  const tool_results = results.map(({ callId, name, output, isError }) => ({
    call_id: callId,
    ...(name !== undefined && { name }),
    output,
    ...(isError && { is_error: true }),
  }));
  return { data: { tool_results }, mediaType: 'application/json' };
}

/**
 * The calls in a data part of a peer, or nothing when it holds none. Reads Timestep's form and the
 * nested form of OpenAI, with arguments as object or text; entries without a name are left out.
 */
export function toolCallsIn(data: JsonValue): ToolCall[] | undefined {
  if (!isJsonObject(data) || !Array.isArray(data['tool_calls'])) return undefined;
  return data['tool_calls'].flatMap((entry: JsonValue): ToolCall[] => {
    if (!isJsonObject(entry)) return [];
    const inner = isJsonObject(entry['function']) ? entry['function'] : entry;
    const { name, arguments: given } = inner;
    if (typeof name !== 'string' || name === '') return [];
    const id = firstString(entry, ['call_id', 'id', 'tool_call_id']) ?? '';
    const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    return [{ id, type: 'function', function: { name, arguments: text } }];
  });
}

/**
 * The results in a data part of a client, or nothing when it holds none. Reads Timestep's form and
 * OpenAI's tool messages. Throws `A2AError` when the results cannot be used.
 */
export function toolResultsIn(data: JsonValue, path: string): CallResult[] | undefined {
  if (!isJsonObject(data) || !('tool_results' in data)) return undefined;
  const given = data['tool_results'];
  if (!Array.isArray(given) || given.length === 0) {
    throw invalidParams(`${path}.tool_results`, 'must be an array of at least one result');
  }
  return given.map((entry: JsonValue, index) => resultIn(entry, `${path}.tool_results[${index}]`));
}

function resultIn(entry: JsonValue, path: string): CallResult {
  if (!isJsonObject(entry)) throw invalidParams(path, 'must be an object');
  const callId = firstString(entry, ['call_id', 'tool_call_id', 'id']);
  if (callId === undefined) throw invalidParams(`${path}.call_id`, 'must name the call');
  const key = ['output', 'content', 'result'].find((name) => name in entry);
  if (key === undefined) throw invalidParams(`${path}.output`, 'must hold the result');
  const output = entry[key];
  const isError = entry['is_error'] === true || entry['isError'] === true;
  return {
    callId,
    output: typeof output === 'string' ? output : JSON.stringify(output),
    ...(isError && { isError }),
  };
}

function firstString(from: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = from[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** Models write an empty string where a tool takes no arguments. */
function parsed(text: string): JsonValue {
  if (text.trim() === '') return {};
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}
