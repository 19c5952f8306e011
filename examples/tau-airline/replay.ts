import type { AgentFn } from '@timestep-ai/timestep';
import type { Grader } from '@timestep-ai/timestep/eval';
import { outcomeVerifier } from '@timestep-ai/timestep/eval';
import type { Outcome } from './environment.ts';
import type { Action } from './recordings.ts';

/** An agent that does again what was recorded, one action a step, and then says no more. */
export function replaying(
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
 * Upstream's reward: the database is as after the gold actions, and every expected output was said,
 * in whatever case and with thousands however grouped.
 */
export function tauReward(): Grader {
  return outcomeVerifier({
    name: 'TauReward',
    verify: ({ task, outcome }) => {
      const { digest, hasEnded, said } = outcome as Outcome;
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
