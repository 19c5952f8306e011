import type { Task, Usage } from '../../core/index.ts';
import type { ResponseObject, ResponseUsage } from '../wire/response-object.ts';

type Conclusion = Pick<ResponseObject, 'status' | 'error' | 'incomplete_details'>;

/**
 * How a response ended, from the task as it was then. A task that waits for the caller's tool
 * results has not ended, but the response that asks for them is complete.
 */
export function conclusionOf({ state, end }: Task): Conclusion {
  const plain = { error: null, incomplete_details: null };
  switch (state) {
    case 'completed':
    case 'input-required':
      return { ...plain, status: 'completed' };
    case 'canceled':
    case 'submitted':
    case 'working':
      return { ...plain, status: 'cancelled' };
    case 'failed':
    case 'rejected': {
      const reason = end?.reason;
      if (reason === 'max_steps' || reason === 'time_limit') {
        return { ...plain, status: 'incomplete', incomplete_details: { reason } };
      }
      return { ...plain, status: 'failed', error: failureOf(end?.error?.message) };
    }
  }
}

function failureOf(message = 'the agent failed'): { code: string; message: string } {
  return { code: 'server_error', message };
}

/** What a task used between two moments. Models do not tell what was cached or only thought. */
export function usageBetween(before: Usage, after: Usage): ResponseUsage {
  return {
    input_tokens: after.prompt_tokens - before.prompt_tokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: after.completion_tokens - before.completion_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: after.total_tokens - before.total_tokens,
  };
}
