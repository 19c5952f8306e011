import type { EvalOutputPair } from '@timestep-ai/timestep/view';

/** Whether a task was answered or judged differently in two runs. */
export function haveOutputsChanged({ before, after }: EvalOutputPair): boolean {
  return before?.text !== after?.text || before?.verdict !== after?.verdict;
}
