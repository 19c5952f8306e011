import { pairToolCallsWithResults, type EpisodeInfo, type Message, type ToolCall } from '#core';
import type { Grade, Grader, TrialEvidence } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';

export const INFO: EpisodeInfo = {
  task_id: 't',
  trial: 0,
  seed: 0,
  steps: 1,
  tool_calls: 0,
  duration_s: 2,
  terminated_reason: 'final_answer',
  error: null,
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  cost_usd: 0.01,
};

export const AFTERWARDS: Pick<TrialEvidence, 'outcome' | 'signal'> = {
  outcome: undefined,
  signal: new AbortController().signal,
};

export function task(fields: Partial<SuiteTask> = {}): SuiteTask {
  return { id: 't', messages: [{ role: 'user', content: 'go' }], ...fields };
}

/** An answer. */
export function says(content: string): Message {
  return { role: 'assistant', content };
}

/** A reply that calls tools, given as `[name, arguments, result]`, and their results. */
export function calls(...made: readonly (readonly [string, string, string?])[]): Message[] {
  const tool_calls = made.map(([name, args], at): ToolCall => {
    return { id: `c${at}`, type: 'function', function: { name, arguments: args } };
  });
  const results = made.map(([, , result = '{}'], at): Message => {
    return { role: 'tool', tool_call_id: `c${at}`, content: result };
  });
  return [{ role: 'assistant', content: null, tool_calls }, ...results];
}

export async function graded(
  grader: Grader,
  messages: readonly Message[],
  of: SuiteTask,
  info: Partial<EpisodeInfo> = {},
  outcome?: unknown,
): Promise<Grade> {
  const toolIndex = pairToolCallsWithResults(messages);
  const { signal } = AFTERWARDS;
  return grader.grade({
    messages,
    toolIndex,
    task: of,
    info: { ...INFO, ...info },
    outcome,
    signal,
  });
}
