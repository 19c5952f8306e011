import type { AssistantMessage, Message, ToolMessage, UserMessage } from '#core';
import { EMPTY_MESSAGE } from './clean-message.ts';
import { cleanText } from './clean-text.ts';

const NO_RESULT = '(the call has no result)';

/**
 * Returns a transcript in which each tool call has one result, directly after the reply that makes
 * the call, as model providers require. A result without a call becomes a user message. The
 * transcript begins with a user message (after instructions) and does not end with a reply.
 */
export function pairResults(messages: readonly Message[]): Message[] {
  const paired: Message[] = [];
  let asked: AssistantMessage | undefined;
  let results: ToolMessage[] = [];
  let between: Message[] = [];
  let hasTurn = false;
  const endTurn = (): void => {
    if (asked) paired.push(...listResultPerCall(asked, results));
    paired.push(...between);
    results = [];
    between = [];
  };
  for (const message of messages) {
    if (message.role === 'assistant') {
      endTurn();
      if (!hasTurn) paired.push(BEGIN);
      paired.push(message);
      asked = message;
    } else if (message.role === 'tool') {
      if (hasCall(asked, message.tool_call_id)) results.push(message);
      else between.push(toUserMessage(message));
    } else {
      between.push(message);
    }
    hasTurn ||= message.role !== 'system';
  }
  endTurn();
  if (!hasTurn) paired.push({ role: 'user', content: EMPTY_MESSAGE });
  if (paired.at(-1)?.role === 'assistant') paired.push(CONTINUE);
  return paired;
}

const BEGIN: UserMessage = { role: 'user', content: '(the conversation begins with a reply)' };
const CONTINUE: UserMessage = { role: 'user', content: 'Continue.' };

function hasCall(asked: AssistantMessage | undefined, id: string): boolean {
  return asked?.tool_calls?.some((call) => call.id === id) ?? false;
}

/** Returns one result per tool call, in order. A second result of a tool call is left out. */
function listResultPerCall(
  { tool_calls: calls = [] }: AssistantMessage,
  results: readonly ToolMessage[],
): ToolMessage[] {
  const left = [...results];
  return calls.map(({ id }) => {
    const at = left.findIndex(({ tool_call_id }) => tool_call_id === id);
    const [result] = at === -1 ? [] : left.splice(at, 1);
    return result ?? { role: 'tool', tool_call_id: id, content: NO_RESULT };
  });
}

function toUserMessage({ tool_call_id: id, content, attachments }: ToolMessage): UserMessage {
  const text = `Result of the call ${cleanText(id)}:\n${content}`;
  return { role: 'user', content: attachments ? [{ type: 'text', text }, ...attachments] : text };
}
