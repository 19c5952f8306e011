import {
  isJsonObject,
  type ContentPart,
  type Message,
  type ToolCall,
  type UserMessage,
} from '../../core/index.ts';
import type { NamedResult } from '../wire/tool-calls.ts';
import { partsOfEarlierTurns } from './earlier-turns.ts';
import type { PeerMessage } from './peer-message.ts';

/**
 * The next message for a peer: the results and words since its last reply. They go to the task of
 * that reply while it waits for them, else to a new task of the same conversation. Anything else
 * that the peer has not received, such as instructions and turns that other agents answered, goes
 * before them.
 */
export function nextMessage(messages: readonly Message[], messageId: string): PeerMessage {
  const last = messages.findLastIndex(isRemembered);
  const { taskId, contextId } = placeOf(messages[last]);
  const reply = messages[last];
  const calls = reply?.role === 'assistant' ? (reply.tool_calls ?? []) : [];
  const news = messages.slice(last + 1);
  const results = taskId === undefined ? [] : resultsIn(news, calls);
  const answered = new Set(results.map(({ callId }) => callId));
  const unheard = news.filter(
    (message) => message.role !== 'tool' || !answered.has(message.tool_call_id),
  );
  const isSaidNow = (message: Message, at: number): message is UserMessage =>
    message.role === 'user' && at > unheard.findLastIndex(({ role }) => isOfOthers(role));
  const words = unheard.filter(isSaidNow);
  const earlier = unheard.filter((message, at) => !isSaidNow(message, at));
  return {
    messageId,
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
    ...(results.length > 0 && { results }),
    ...(unheard.length > 0 && { message: joined(partsOfEarlierTurns(earlier), words) }),
  };
}

/**
 * True of a reply of the peer in a task or conversation, which the peer remembers up to that reply.
 */
function isRemembered(message: Message): boolean {
  const { taskId, contextId } = placeOf(message);
  return taskId !== undefined || contextId !== undefined;
}

function isOfOthers(role: Message['role']): boolean {
  return role === 'assistant' || role === 'tool';
}

/** Where a reply came from: the conversation, and the task if that still waits. */
function placeOf(reply: Message | undefined): Pick<PeerMessage, 'taskId' | 'contextId'> {
  const place = reply?.role === 'assistant' ? reply.provider?.['a2a'] : undefined;
  if (!isJsonObject(place)) return {};
  const { taskId, contextId, state } = place;
  return {
    ...(typeof taskId === 'string' && state === 'input-required' && { taskId }),
    ...(typeof contextId === 'string' && { contextId }),
  };
}

function resultsIn(news: readonly Message[], calls: readonly ToolCall[]): NamedResult[] {
  return news.flatMap((message): NamedResult[] => {
    if (message.role !== 'tool') return [];
    const { tool_call_id: callId, content: output } = message;
    const call = calls.find(({ id }) => id === callId);
    return call ? [{ callId, output, name: call.function.name }] : [];
  });
}

function joined(earlier: readonly ContentPart[], words: readonly UserMessage[]): UserMessage {
  const [only] = words;
  if (only && words.length === 1 && earlier.length === 0) return only;
  const said = words.flatMap(({ content }): readonly ContentPart[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  );
  return { role: 'user', content: [...earlier, ...said] };
}
