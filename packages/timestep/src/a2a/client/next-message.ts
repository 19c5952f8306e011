import {
  isJsonObject,
  type ContentPart,
  type Message,
  type ToolCall,
  type UserMessage,
} from '../../core/index.ts';
import type { NamedResult } from '../wire/tool-calls.ts';
import type { PeerMessage } from './peer-message.ts';

/**
 * What a peer is to be sent next: the results and words since its last reply. They go to the task
 * of that reply while it waits for them, else to a new task of the same conversation.
 */
export function nextMessage(messages: readonly Message[], messageId: string): PeerMessage {
  const last = messages.findLastIndex((message) => message.role === 'assistant');
  const reply = messages[last];
  const news = messages.slice(last + 1);
  const { taskId, contextId } = placeOf(reply);
  const calls = reply?.role === 'assistant' ? (reply.tool_calls ?? []) : [];
  const results = taskId === undefined ? [] : resultsIn(news, calls);
  const said = usersIn(news);
  const words = said.length > 0 || results.length > 0 ? said : usersIn(messages).slice(-1);
  return {
    messageId,
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
    ...(results.length > 0 && { results }),
    ...(words.length > 0 && { message: joined(words) }),
  };
}

/** Where a reply came from: the conversation, and the task if it still waits. */
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
    const name = calls.find((call) => call.id === callId)?.function.name;
    return [{ callId, output, ...(name !== undefined && { name }) }];
  });
}

function usersIn(messages: readonly Message[]): UserMessage[] {
  return messages.filter((message) => message.role === 'user');
}

function joined(messages: readonly UserMessage[]): UserMessage {
  const [only] = messages;
  if (only && messages.length === 1) return only;
  return {
    role: 'user',
    content: messages.flatMap(({ content }): readonly ContentPart[] =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    ),
  };
}
