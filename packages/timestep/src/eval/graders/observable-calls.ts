import type { Message } from '../../core/index.ts';
import type { Grade } from '../grader.ts';

/** Agents elsewhere, as their replies name them; what tools they run on their own side is theirs. */
const PEERS: readonly string[] = ['a2a', 'responses'];

/**
 * Whether calls may have been made that the transcript does not show: all replies of a peer, none of
 * which asks for a tool. One that asks for its tools here shows what it does with them.
 */
export function hidesCalls(messages: readonly Message[]): boolean {
  const replies = messages.flatMap((message) => {
    const isOfPeer = message.role === 'assistant' && PEERS.some((name) => message.provider?.[name]);
    return isOfPeer ? [message] : [];
  });
  return replies.length > 0 && replies.every((reply) => (reply.tool_calls?.length ?? 0) === 0);
}

/**
 * The grade of a grader of tool use that has nothing to look at. What the task demands is then not known
 * to be so, which is an error; a bound that a grader has for every task is passed over.
 */
export function notObservable(name: string, isDemanded: boolean): Grade {
  const reason =
    'not observable: the agent is a peer that showed no tool calls and may have made any on its own side';
  const grade = { name, passed: false, score: 0, details: { reason } } as const;
  if (!isDemanded) return { ...grade, skipped: true };
  return { ...grade, error: `${reason}; grade what it answers or leaves behind, without ${name}` };
}
