import type { Message } from '../../core/index.ts';
import type { Grade } from '../grader.ts';

/** Peers, as their replies name them; a peer may run tools on its own side. */
const PEERS: readonly string[] = ['a2a', 'responses'];

/**
 * Whether calls may have been made that the transcript does not show: replies of peers, none of
 * which asks for a tool. A peer that asks for tools here shows its calls.
 */
export function hidesCalls(messages: readonly Message[]): boolean {
  const replies = messages.flatMap((message) => {
    const isOfPeer = message.role === 'assistant' && PEERS.some((name) => message.provider?.[name]);
    return isOfPeer ? [message] : [];
  });
  return replies.length > 0 && replies.every((reply) => (reply.tool_calls?.length ?? 0) === 0);
}

/**
 * The grade of a grader of tool use that cannot see the calls. Where the task demands the
 * judgement, the grade is an error; a bound that the grader has for every task is skipped.
 */
export function notObservable(name: string, isDemanded: boolean): Grade {
  const reason =
    'not observable: the agent is a peer that showed no tool calls and may have made any on its own side';
  const grade = { name, passed: false, score: 0, details: { reason } } as const;
  if (!isDemanded) return { ...grade, skipped: true };
  return { ...grade, error: `${reason}; grade what it answers or leaves behind, without ${name}` };
}
