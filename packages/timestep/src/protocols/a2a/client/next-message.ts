import {
  isJsonObject,
  type ContentPart,
  type JsonValue,
  type Message,
  type ToolCall,
  type UserMessage,
  getText,
} from '#core';
import type { NamedResult } from '../wire/tool-calls.ts';
import { parseDecision, isApprovalCall } from './approval-calls.ts';
import type { RemoteMessage } from './remote-message.ts';

/**
 * Builds the next message to a remote agent: the results, decisions and user text since its last
 * reply. It goes to the task of that reply if the task still waits, otherwise to a new task in the
 * same conversation. Everything else that the remote agent has not received, such as instructions
 * and other agents' turns, is placed first.
 */
export function buildNextMessage(messages: readonly Message[], messageId: string): RemoteMessage {
  const last = messages.findLastIndex(hasRemoteOrigin);
  const { taskId, contextId } = readContinuableIds(messages[last]);
  const reply = messages[last];
  const calls = reply?.role === 'assistant' ? (reply.tool_calls ?? []) : [];
  const newMessages = messages.slice(last + 1);
  const answers = taskId === undefined ? [] : collectToolResults(newMessages, calls);
  const answered = new Set(answers.map(({ callId }) => callId));
  const results = answers.filter(({ callId }) => !isApprovalCall(callId));
  const approvals = answers
    .filter(({ callId }) => isApprovalCall(callId))
    .map((answer) => parseDecision(answer, findCall(calls, answer.callId)));
  const unheard = newMessages.filter(
    (message) => message.role !== 'tool' || !answered.has(message.tool_call_id),
  );
  const isSaidNow = (message: Message, at: number): message is UserMessage =>
    message.role === 'user' && at > unheard.findLastIndex(({ role }) => isAssistantOrTool(role));
  const words = unheard.filter(isSaidNow);
  const earlier = unheard.filter((message, at) => !isSaidNow(message, at));
  return {
    messageId,
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
    ...(results.length > 0 && { results }),
    ...(approvals.length > 0 && { approvals }),
    ...(unheard.length > 0 && {
      message: prependToUserMessages(earlierTurnsToParts(earlier), words),
    }),
  };
}

/** Returns whether a reply came from the remote agent, which knows the conversation up to that reply. */
function hasRemoteOrigin(message: Message): boolean {
  const { taskId, contextId } = readContinuableIds(message);
  return taskId !== undefined || contextId !== undefined;
}

function isAssistantOrTool(role: Message['role']): boolean {
  return role === 'assistant' || role === 'tool';
}

/**
 * Returns the remote task that waits for an answer or for credentials. Undefined if there is none.
 */
export function findWaitingRemoteTask(
  messages: readonly Message[],
): { readonly taskId: string; readonly state: 'input-required' | 'auth-required' } | undefined {
  const last = messages.findLast(hasRemoteOrigin);
  const { taskId } = readContinuableIds(last);
  if (taskId === undefined || last?.role !== 'assistant') return undefined;
  const place = last.provider?.['a2a'];
  const isLocked = isJsonObject(place) && place['state'] === 'auth-required';
  return { taskId, state: isLocked ? 'auth-required' : 'input-required' };
}

/** Reads from a reply the context id of its conversation, and the id of its task if the task still waits. */
function readContinuableIds(
  reply: Message | undefined,
): Pick<RemoteMessage, 'taskId' | 'contextId'> {
  const place = reply?.role === 'assistant' ? reply.provider?.['a2a'] : undefined;
  if (!isJsonObject(place)) return {};
  const { taskId, contextId, state } = place;
  return {
    ...(typeof taskId === 'string' && isWaitingState(state) && { taskId }),
    ...(typeof contextId === 'string' && { contextId }),
  };
}

function isWaitingState(state: JsonValue | undefined): boolean {
  return state === 'input-required' || state === 'auth-required';
}

function collectToolResults(
  newMessages: readonly Message[],
  calls: readonly ToolCall[],
): NamedResult[] {
  return newMessages.flatMap((message): NamedResult[] => {
    if (message.role !== 'tool') return [];
    const { tool_call_id: callId, content: output } = message;
    const call = findCall(calls, callId);
    return call ? [{ callId, output, name: call.function.name }] : [];
  });
}

function findCall(calls: readonly ToolCall[], callId: string): ToolCall | undefined {
  return calls.find(({ id }) => id === callId);
}

function prependToUserMessages(
  earlier: readonly ContentPart[],
  words: readonly UserMessage[],
): UserMessage {
  const [only] = words;
  if (only && words.length === 1 && earlier.length === 0) return only;
  const said = words.flatMap(({ content }): readonly ContentPart[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  );
  return { role: 'user', content: [...earlier, ...said] };
}

const HEADING = 'Before the message that follows, this was said:';

/** Converts instructions and turns of other agents to text, because A2A has no field for them. */
function earlierTurnsToParts(messages: readonly Message[]): ContentPart[] {
  if (messages.length === 0) return [];
  return [{ type: 'text', text: HEADING }, ...messages.flatMap(messageToParts)];
}

function messageToParts(message: Message): ContentPart[] {
  const { role, content } = message;
  if (content !== null && typeof content !== 'string') {
    return [{ type: 'text', text: `[${role}]` }, ...content];
  }
  const calls = role === 'assistant' ? (message.tool_calls ?? []) : [];
  const lines = [
    `[${role}]`,
    ...(content === null || content === '' ? [] : [getText(message)]),
    ...calls.map(({ function: { name, arguments: args } }) => `called ${name}(${args})`),
  ];
  return [{ type: 'text', text: lines.join('\n') }];
}
