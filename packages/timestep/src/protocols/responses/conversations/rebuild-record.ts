import { listCallsAwaitingClient, countMessages, type Task } from '#core';
import type { ContinuedResponse } from '../read/plan-turn.ts';
import type { FunctionCallItem } from '../wire/response-item.ts';

/** Rebuilds the newest response of a stored task, after the response itself was deleted. */
export function rebuildRecordFromTask(
  task: Task,
): ContinuedResponse['record'] & { readonly principal: string } {
  const { origin, contextId } = task;
  const named = origin.metadata?.['response_id'];
  const id = typeof named === 'string' ? named : '';
  const output = listCallsAwaitingClient(task).map(({ call }): FunctionCallItem => {
    const { name, arguments: args } = call.function;
    const item = { id: `fc_${call.id}`, type: 'function_call', status: 'completed' } as const;
    return { ...item, call_id: call.id, name, arguments: args };
  });
  return {
    principal: origin.principal,
    agent: origin.agent,
    contextId,
    transcriptLength: countMessages(task),
    instructed: false,
    response: { id, instructions: origin.instructions ?? null, output },
  };
}
