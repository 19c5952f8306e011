import { isJsonObject, parseJson, type JsonValue } from '../data/json.ts';
import type { Message, ToolCall } from './message.ts';

/** A tool call with its result, in the form that graders and `tool_index.json` use. */
export interface ToolCallRecord {
  readonly tool_call_id: string;
  readonly name: string;
  readonly arguments_raw: string;
  /** Parsed arguments of the tool call. `null` if they are not JSON. */
  readonly arguments: JsonValue;
  readonly result_raw: string | null;
  /** Parsed result, or its text if it is not JSON. `null` without a result. */
  readonly result: JsonValue;
  readonly error: string | null;
}

/** Pairs every tool call of a transcript with its result, in call order. */
export function pairToolCallsWithResults(messages: readonly Message[]): ToolCallRecord[] {
  const waiting = new Map<string, { call: ToolCall; position: number }[]>();
  const records: ToolCallRecord[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const call of message.tool_calls ?? []) {
        const queue = waiting.get(call.id) ?? [];
        queue.push({ call, position: records.length });
        waiting.set(call.id, queue);
        records.push(createToolCallRecord(call, null));
      }
    } else if (message.role === 'tool') {
      const found = waiting.get(message.tool_call_id)?.shift();
      if (found) records[found.position] = createToolCallRecord(found.call, message.content);
    }
  }
  return records;
}

function createToolCallRecord(call: ToolCall, content: string | null): ToolCallRecord {
  const result = content === null ? null : (parseJson(content) ?? content);
  const error =
    isJsonObject(result) && typeof result['error'] === 'string' ? result['error'] : null;
  return {
    tool_call_id: call.id,
    name: call.function.name,
    arguments_raw: call.function.arguments,
    arguments: parseJson(call.function.arguments) ?? null,
    result_raw: content,
    result,
    error,
  };
}
