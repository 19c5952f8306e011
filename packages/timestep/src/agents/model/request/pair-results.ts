import type { AssistantMessage, Message, ToolMessage, UserMessage } from '#core';

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
  const endTurn = (): void => {
    if (asked) paired.push(...answerCalls(asked, results));
    else paired.push(...results.map(toUserMessage));
    asked = undefined;
    results = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      results.push(message);
      continue;
    }
    endTurn();
    if (message.role === 'assistant' && !paired.some(isTurn)) paired.push(BEGIN);
    paired.push(message);
    if (message.role === 'assistant') asked = message;
  }
  endTurn();
  if (paired.at(-1)?.role === 'assistant') paired.push(CONTINUE);
  return paired;
}

const BEGIN: UserMessage = { role: 'user', content: '(the conversation begins with a reply)' };
const CONTINUE: UserMessage = { role: 'user', content: 'Continue.' };

function isTurn({ role }: Message): boolean {
  return role !== 'system';
}

/** Returns one result per tool call in order, then results without a call as user messages. */
function answerCalls(
  { tool_calls: calls = [] }: AssistantMessage,
  results: readonly ToolMessage[],
): Message[] {
  const left = [...results];
  const answers = calls.map(({ id }): ToolMessage => {
    const at = left.findIndex(({ tool_call_id }) => tool_call_id === id);
    const [result] = at === -1 ? [] : left.splice(at, 1);
    return result ?? { role: 'tool', tool_call_id: id, content: NO_RESULT };
  });
  const ids = new Set(calls.map(({ id }) => id));
  // A second result of the same tool call is left out.
  const strays = left.filter(({ tool_call_id }) => !ids.has(tool_call_id));
  return [...answers, ...strays.map(toUserMessage)];
}

function toUserMessage({ tool_call_id: id, content }: ToolMessage): UserMessage {
  return { role: 'user', content: `Result of the call ${id}:\n${content}` };
}
