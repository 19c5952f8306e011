import {
  isJsonObject,
  type ContentPart,
  type JsonValue,
  type Message,
  type ToolCall,
  type UserMessage,
} from '../../core/index.ts';
import type { NamedResult } from '../wire/tool-calls.ts';
import { decisionIn, isApprovalCall } from './approval-calls.ts';
import { partsOfEarlierTurns } from './earlier-turns.ts';
import type { PeerMessage } from './peer-message.ts';

/**
 * The next message for a peer: the results, decisions and words since its last reply. They go to the task of
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
  const answers = taskId === undefined ? [] : resultsIn(news, calls);
  const answered = new Set(answers.map(({ callId }) => callId));
  const results = answers.filter(({ callId }) => !isApprovalCall(callId));
  const approvals = answers
    .filter(({ callId }) => isApprovalCall(callId))
    .map((answer) =>
      decisionIn(
        answer,
        calls.find(({ id }) => id === answer.callId),
      ),
    );
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
    ...(approvals.length > 0 && { approvals }),
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

/**
 * The task of a peer that waits for an answer to this transcript, and whether it wants credentials;
 * `undefined` where none waits.
 */
export function waitingAt(
  messages: readonly Message[],
): { readonly taskId: string; readonly state: 'input-required' | 'auth-required' } | undefined {
  const last = messages.findLast(isRemembered);
  const { taskId } = placeOf(last);
  if (taskId === undefined || last?.role !== 'assistant') return undefined;
  const place = last.provider?.['a2a'];
  const isLocked = isJsonObject(place) && place['state'] === 'auth-required';
  return { taskId, state: isLocked ? 'auth-required' : 'input-required' };
}

/** Where a reply came from: the conversation, and the task if that still waits. */
function placeOf(reply: Message | undefined): Pick<PeerMessage, 'taskId' | 'contextId'> {
  const place = reply?.role === 'assistant' ? reply.provider?.['a2a'] : undefined;
  if (!isJsonObject(place)) return {};
  const { taskId, contextId, state } = place;
  return {
    ...(typeof taskId === 'string' && isWaiting(state) && { taskId }),
    ...(typeof contextId === 'string' && { contextId }),
  };
}

function isWaiting(state: JsonValue | undefined): boolean {
  return state === 'input-required' || state === 'auth-required';
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
