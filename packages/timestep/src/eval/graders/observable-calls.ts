import type { Message } from '../../core/index.ts';
import type { Grade } from '../grader.ts';

/**
 * Keys in `provider` that mark a reply of a remote agent, which may run tools on its own server.
 */
const REMOTE_AGENTS: readonly string[] = ['a2a', 'responses'];

/**
 * Whether the agent may have made tool calls that the transcript does not show. True if there are
 * replies of a remote agent and none of them requests a tool.
 */
export function mayHideCalls(messages: readonly Message[]): boolean {
  const replies = messages.flatMap((message) => {
    const isOfPeer =
      message.role === 'assistant' && REMOTE_AGENTS.some((name) => message.provider?.[name]);
    return isOfPeer ? [message] : [];
  });
  return replies.length > 0 && replies.every((reply) => (reply.tool_calls?.length ?? 0) === 0);
}

/**
 * Creates the grade of a tool grader that cannot see the calls. The grade is an error if the task
 * demands the judgment, and skipped if the grader only has a limit for all tasks.
 */
export function createUnobservableGrade(name: string, isDemanded: boolean): Grade {
  const reason =
    'tool calls cannot be observed: the remote agent reported none, but may have run tools on its own server';
  const grade = { name, passed: false, score: 0, details: { reason } } as const;
  if (!isDemanded) return { ...grade, skipped: true };
  return {
    ...grade,
    error: `${reason}; remove ${name} and grade the answer or the outcome instead`,
  };
}
