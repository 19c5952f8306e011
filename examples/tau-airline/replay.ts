import type { AgentFn } from '@timestep-ai/timestep';
import type { Grader } from '@timestep-ai/timestep/eval';
import { outcomeVerifier } from '@timestep-ai/timestep/eval';
import type { TrialResult } from './environment.ts';
import type { Action } from './recordings.ts';

/** Creates an agent that repeats the recorded actions, one per step, and then ends. */
export function createReplayAgent(
  actionsOf: (taskId: string, trial: number) => readonly Action[],
): AgentFn {
  return (messages, { task }) => {
    const step = messages.filter((message) => message.role === 'assistant').length;
    const action = actionsOf(task.id, Number(task.metadata['trial']))[step];
    if (!action) return { role: 'assistant', content: 'done' };
    const { name, arguments: args } = action;
    const call = { name, arguments: JSON.stringify(args) };
    const tool_calls = [{ id: `call_${step}`, type: 'function' as const, function: call }];
    return { role: 'assistant', content: null, tool_calls };
  };
}

/**
 * Creates upstream's reward: the database is the same as after the gold actions, and the agent said
 * every expected output, ignoring case and the grouping of thousands.
 */
export function createTauReward(): Grader {
  return outcomeVerifier({
    name: 'TauReward',
    verify: ({ task, outcome }) => {
      const { digest, hasEnded, said } = outcome as TrialResult;
      const { digest: gold, outputs } = task.expected as unknown as {
        readonly digest: string;
        readonly outputs: readonly string[];
      };
      const missing = outputs.filter(
        (output) =>
          !said.some((text) =>
            text.toLowerCase().replaceAll(',', '').includes(output.toLowerCase()),
          ),
      );
      const isSame = digest === gold;
      const passed = hasEnded && isSame && missing.length === 0;
      return {
        passed,
        score: Number(passed),
        details: { has_ended: hasEnded, same_data: isSame, missing },
      };
    },
  });
}
