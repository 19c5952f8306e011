import {
  chainOf,
  withMessages,
  messagesOf,
  toArray,
  type AssistantMessage,
  type Chain,
  type History,
  type Message,
  type Task,
  type ToolCall,
} from '../../core/index.ts';
import type { ResponseRecord } from '../records/record.ts';

/** How a response ended. */
type Ended = Pick<ResponseRecord, 'transcriptLength' | 'instructed'> & {
  readonly response: Pick<ResponseRecord['response'], 'output'>;
};

/** The transcript a response ended with, and the calls it left to its caller. */
export interface Conversation {
  readonly messages: History;
  readonly open: readonly ToolCall[];
}

/**
 * The conversation that continuing a response continues. Its task may have gone on since: the same
 * response can be continued more than once, each time from where it ended.
 */
export function conversationAt(record: Ended, task: Task): Conversation {
  const { past, later } = partedAt(record, task);
  const last = past?.last;
  const messages = past ?? [];
  if (last?.role !== 'assistant') return { messages, open: [] };
  const asked = callsLeftTo(record);
  const closed = (last.tool_calls ?? []).filter((call) => !asked.has(call.id));
  return {
    messages: withMessages(
      messages,
      closed.map((call) => resultOf(call, task, later)),
    ),
    open: callsOf(last).filter((call) => asked.has(call.id)),
  };
}

/** The transcript up to the end of a response, and what the task has added to it since. */
function partedAt(
  { transcriptLength, instructed }: Ended,
  { origin: { history }, entries }: Task,
): { readonly past: Chain<Message> | undefined; readonly later: readonly Message[] } {
  const own = toArray(entries).map((entry) => entry.message);
  const length = Math.max(0, transcriptLength - history.length);
  const carried = instructed ? messagesOf(history).slice(1) : history;
  const past = chainOf(withMessages(carried, own.slice(0, length)));
  return { past, later: own.slice(length) };
}

function callsOf(message: AssistantMessage): readonly ToolCall[] {
  return message.tool_calls ?? [];
}

function callsLeftTo({ response }: Ended): Set<string> {
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
