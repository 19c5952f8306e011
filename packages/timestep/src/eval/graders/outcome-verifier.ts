import type { Grade, Grader, TrialEvidence } from '../grader.ts';

/** Checks the state at the end of a trial. Returns whether it is correct, or a complete grade. */
export type VerifyOutcome = (
  evidence: TrialEvidence,
) => boolean | Omit<Grade, 'name'> | Promise<boolean | Omit<Grade, 'name'>>;

/** Options of a grader that checks the state at the end of a trial. */
export interface OutcomeVerifierOptions {
  readonly verify: VerifyOutcome;
  readonly name?: string;
}

/** Creates a grader that checks the state of the environment instead of the agent's answer. */
export function outcomeVerifier({
  verify,
  name = 'OutcomeVerifier',
}: OutcomeVerifierOptions): Grader {
  return {
    name,
    async grade(evidence) {
      const found = await verify(evidence);
      if (typeof found !== 'boolean') return { ...found, name };
      return { name, passed: found, score: found ? 1 : 0, details: {} };
    },
  };
}
