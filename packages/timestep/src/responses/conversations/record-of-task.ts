import { callsAwaitingClient, messageCountOf, type Task } from '../../core/index.ts';
import type { Continued } from '../read/submission.ts';
import type { FunctionCallItem } from '../wire/item.ts';

/** The newest response of a task by the task alone, where the response is not kept any more. */
export function recordOfTask(task: Task): Continued['record'] & { readonly principal: string } {
  const { origin, contextId } = task;
  const named = origin.metadata?.['response_id'];
  const id = typeof named === 'string' ? named : '';
  const output = callsAwaitingClient(task).map(({ call }): FunctionCallItem => {
    const { name, arguments: args } = call.function;
    const item = { id: `fc_${call.id}`, type: 'function_call', status: 'completed' } as const;
    return { ...item, call_id: call.id, name, arguments: args };
  });
  return {
    principal: origin.principal,
    agent: origin.agent,
    contextId,
    transcriptLength: messageCountOf(task),
    instructed: false,
    response: { id, instructions: origin.instructions ?? null, output },
  };
}
