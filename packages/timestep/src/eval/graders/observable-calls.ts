import type { Message } from '#core';
import type { Grade } from '../grader.ts';

/** Keys in a reply's `provider` that identify remote agents, which may run tools on their own servers. */
const REMOTE_AGENTS: readonly string[] = ['a2a', 'responses'];

/** Whether remote agents replied without reporting a tool call, although their servers may have made some. */
export function mayHaveUnreportedCalls(messages: readonly Message[]): boolean {
  const replies = messages
    .filter((message) => message.role === 'assistant')
    .filter(({ provider }) => REMOTE_AGENTS.some((name) => provider?.[name]));
  return replies.length > 0 && replies.every((reply) => (reply.tool_calls?.length ?? 0) === 0);
}

/** Creates the grade for hidden calls: an error if the task demands them judged, else skipped. */
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
