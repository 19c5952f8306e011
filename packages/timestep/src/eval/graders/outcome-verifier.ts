import type { Grade, Grader, TrialEvidence } from '../grader.ts';

/** Looks at what the trial left behind; returns whether it is right, or a whole grade. */
export type VerifyOutcome = (
  evidence: TrialEvidence,
) => boolean | Omit<Grade, 'name'> | Promise<boolean | Omit<Grade, 'name'>>;

/** How outcomes are verified, and under which name. */
export interface OutcomeVerifierOptions {
  readonly verify: VerifyOutcome;
  /** The name of its grades. Default `OutcomeVerifier`. */
  readonly name?: string;
}

/** Grades the state of the environment, and not what the agent says about it. */
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
