import {
  toArray,
  type AssistantMessage,
  type Message,
  type Task,
  type ToolCall,
} from '../../core/index.ts';
import type { ResponseRecord } from '../records/record.ts';

/** The transcript a response ended with, and the calls it left to its caller. */
export interface Conversation {
  readonly messages: readonly Message[];
  readonly open: readonly ToolCall[];
}

/**
 * The conversation that continuing a response continues. Its task may have gone on since: the same
 * response can be continued more than once, each time from where it ended.
 */
export function conversationAt(record: ResponseRecord, task: Task): Conversation {
  const transcript = toArray(task.entries).map((entry) => entry.message);
  const messages = transcript.slice(record.instructed ? 1 : 0, record.transcriptLength);
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return { messages, open: [] };
  const asked = callsLeftTo(record);
  const later = transcript.slice(record.transcriptLength);
  const closed = (last.tool_calls ?? []).filter((call) => !asked.has(call.id));
  return {
    messages: [...messages, ...closed.map((call) => resultOf(call, task, later))],
    open: callsOf(last).filter((call) => asked.has(call.id)),
  };
}

function callsOf(message: AssistantMessage): readonly ToolCall[] {
  return message.tool_calls ?? [];
}

function callsLeftTo({ response }: ResponseRecord): Set<string> {
  return new Set(
    response.output.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : [])),
  );
}

/**
 * The result of a call that this side made: the call may have ended beside one left to the caller,
 * or never.
 */
function resultOf(call: ToolCall, task: Task, later: readonly Message[]): Message {
  const told = later.find((message) => message.role === 'tool' && message.tool_call_id === call.id);
  if (told) return told;
  const content = task.calls.find((state) => state.call.id === call.id)?.content;
  return {
    role: 'tool',
    tool_call_id: call.id,
    content: content ?? JSON.stringify({ error: 'not_executed' }),
  };
}
