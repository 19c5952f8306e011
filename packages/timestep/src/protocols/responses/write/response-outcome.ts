import type { CutOff, Task, Usage } from '#core';
import type { ResponseFailure, ResponseObject, ResponseUsage } from '../wire/response-object.ts';

type ResponseOutcome = Pick<ResponseObject, 'status' | 'error' | 'incomplete_details'>;

/** A response that requests tool results is completed, although its task has not ended. */
export function getResponseOutcome({ state, end, entries }: Task): ResponseOutcome {
  const plain = { error: null, incomplete_details: null };
  switch (state) {
    case 'completed': {
      const reply = entries?.last.message;
      const cut = reply?.role === 'assistant' ? reply.finish_reason : undefined;
      return cut === undefined
        ? { ...plain, status: 'completed' }
        : createIncompleteOutcome(REASON_OF_CUT[cut]);
    }
    case 'input-required':
      return { ...plain, status: 'completed' };
    case 'canceled':
    case 'submitted':
    case 'working':
      return { ...plain, status: 'cancelled' };
    case 'failed':
    case 'rejected': {
      const reason = end?.reason;
      if (reason === 'max_steps' || reason === 'time_limit' || reason === 'budget')
        return createIncompleteOutcome(reason);
      const cut = REASON_OF_FAILURE.get(end?.error?.code ?? '');
      if (cut !== undefined) return createIncompleteOutcome(cut);
      return { ...plain, status: 'failed', error: createFailure(end?.error?.message) };
    }
  }
}

const REASON_OF_CUT: Readonly<Record<CutOff, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

/** Reasons of incomplete responses whose reply was cut off before its first text. */
const REASON_OF_FAILURE: ReadonlyMap<string, string> = new Map([
  ['output-limit', REASON_OF_CUT.length],
  ['refused', REASON_OF_CUT.content_filter],
]);

function createIncompleteOutcome(reason: string): ResponseOutcome {
  return { status: 'incomplete', error: null, incomplete_details: { reason } };
}

export function createFailure(message = 'the agent failed'): ResponseFailure {
  return { type: 'server_error', code: 'server_error', message };
}

/** Returns the tokens used between two states. Counts that an agent does not report are zero. */
export function subtractUsage(before: Usage, after: Usage): ResponseUsage {
  const between = (count: (usage: Usage) => number | undefined): number =>
    (count(after) ?? 0) - (count(before) ?? 0);
  return {
    input_tokens: between((usage) => usage.prompt_tokens),
    input_tokens_details: {
      cached_tokens: between((usage) => usage.prompt_tokens_details?.cached_tokens),
      cache_write_tokens: between((usage) => usage.prompt_tokens_details?.cache_write_tokens),
    },
    output_tokens: between((usage) => usage.completion_tokens),
    output_tokens_details: {
      reasoning_tokens: between((usage) => usage.completion_tokens_details?.reasoning_tokens),
    },
    total_tokens: between((usage) => usage.total_tokens),
  };
}
