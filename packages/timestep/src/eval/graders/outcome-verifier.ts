import type { Message, ToolCallRecord } from '../../core/index.ts';
import type { Grade, Grader } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';

/** Looks at what the trial left behind; returns whether that is right, or a whole grade. */
export type VerifyOutcome = (
  messages: readonly Message[],
  toolIndex: readonly ToolCallRecord[],
  task: SuiteTask,
  outcome: unknown,
) => boolean | Omit<Grade, 'name'> | Promise<boolean | Omit<Grade, 'name'>>;

/** Grades the state of the environment, whatever the agent says it did. */
export function OutcomeVerifier(verify: VerifyOutcome, name = 'OutcomeVerifier'): Grader {
  return {
    name,
    async grade(messages, toolIndex, task, _info, { outcome }) {
      const found = await verify(messages, toolIndex, task, outcome);
      if (typeof found !== 'boolean') return { ...found, name };
      return { name, passed: found, score: found ? 1 : 0, details: {} };
    },
  };
}
