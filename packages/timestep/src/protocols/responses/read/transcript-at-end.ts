import {
  historyToChain,
  appendMessages,
  listRememberedMessages,
  historyToMessages,
  toArray,
  type Chain,
  type Entry,
  type History,
  type Message,
  type Task,
  type ToolCall,
} from '#core';
import type { ResponseRecord } from '../records/response-record.ts';
import type { Item } from '../wire/response-item.ts';

type ResponseEnd = Pick<ResponseRecord, 'transcriptLength' | 'instructed'> & {
  readonly response: Pick<ResponseRecord['response'], 'output'>;
};

/** The transcript at the end of a response, and the calls whose results its caller still has to send. */
export interface TranscriptAtEnd {
  readonly messages: History;
  readonly open: readonly ToolCall[];
}

/** Returns the transcript at a response's end. The task may have continued since. */
export function getTranscriptAtEnd(record: ResponseEnd, task: Task): TranscriptAtEnd {
  const { past, later } = splitTranscript(record, task);
  if (past?.last.role !== 'assistant') return { messages: past ?? [], open: [] };
  const { tool_calls: calls = [] } = past.last;
  const { output } = record.response;
  const open = calls.filter(({ id }) =>
    output.some((item) => item.type === 'function_call' && item.call_id === id),
  );
  const closed = calls.filter((call) => !open.includes(call));
  const results = closed.map((call) => getServerCallResult(call, task, later));
  return { messages: appendMessages(past, results), open };
}

function splitTranscript(
  { transcriptLength, instructed }: ResponseEnd,
  task: Task,
): { readonly past: Chain<Message> | undefined; readonly later: readonly Message[] } {
  const { origin, entries, omitted, refusal } = task;
  const { history } = origin;
  const own = toArray(entries);
  const length = Math.max(0, transcriptLength - history.length);
  const later = listMessagesMatchingSchema(own.slice(length));
  if (omitted || refusal) {
    return { past: historyToChain(listRememberedMessages(task, transcriptLength)), later };
  }
  const carried = instructed ? historyToMessages(history).slice(1) : history;
  const past = historyToChain(
    appendMessages(carried, listMessagesMatchingSchema(own.slice(0, length))),
  );
  return { past, later };
}

/** Lists messages, without replies that do not match the output schema of the agent. */
function listMessagesMatchingSchema(entries: readonly Entry[]): Message[] {
  return entries.flatMap(({ message, mismatch }) => (mismatch ? [] : [message]));
}

/** Returns the result of a call executed by the server, which may have ended after the response, or never. */
function getServerCallResult(call: ToolCall, task: Task, later: readonly Message[]): Message {
  const { id } = call;
  const told = later.find((message) => message.role === 'tool' && message.tool_call_id === id);
  if (told) return told;
  const known = task.calls.find((state) => state.call.id === id)?.content;
  const content = known ?? JSON.stringify({ error: 'not_executed' });
  return { role: 'tool', tool_call_id: id, content };
}

/**
 * Finds the approval decisions at the end of a conversation that a client sent as a whole, and the items after
 * them. Decisions before the agent's last item have already been applied.
 */
export function findDecisionsAtEnd(
  items: readonly Item[],
): { readonly requestId: string; readonly items: readonly Item[] } | undefined {
  const tail = items.slice(items.findLastIndex(isAgentItem) + 1);
  const first = tail.find(({ type }) => type === 'mcp_approval_response');
  if (first?.type !== 'mcp_approval_response') return undefined;
  const asked = tail.slice(tail.findIndex(isApprovalItem));
  return {
    requestId: first.approval_request_id,
    items: asked.filter(({ type }) => type !== 'mcp_approval_request'),
  };
}

export function removeApprovalDecisions(items: readonly Item[]): readonly Item[] {
  return items.filter(({ type }) => type !== 'mcp_approval_response');
}

function isApprovalItem({ type }: Item): boolean {
  return type === 'mcp_approval_request' || type === 'mcp_approval_response';
}

function isAgentItem(item: Item): boolean {
  if (item.type === 'message') return item.role === 'assistant';
  return !isApprovalItem(item) && item.type !== 'function_call_output';
}
