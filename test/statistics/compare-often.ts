import {
  compareRuns,
  calculateMcNemarPValue,
  createSeededRandom,
} from '@timestep-ai/timestep/eval';
import { simulatedRuns, type Setting } from './simulated-runs.ts';

/**
 * Frequencies of the verdicts of a comparison, for pairs of runs that were simulated alike. Shares
 * of 1.
 */
export interface Frequencies {
  readonly setting: Setting;
  readonly regressions: number;
  readonly improvements: number;
  /** Share of comparisons that report any difference; for equal agents these are false alarms. */
  readonly alarms: number;
  /**
   * Share of comparisons in which McNemar's test over trials, taken as independent, would have
   * reported a difference.
   */
  readonly alarms_by_trial: number;
  /** Average difference of the second run below the first. */
  readonly drop: number;
}

/** Errored trials are ignored and do not prevent a verdict. */
const ALLOWED = { maxErrors: { kind: 'share', most: 1 } } as const;

/** Simulates pairs of runs and compares each pair, like `timestep compare`. */
export function compareOften(setting: Setting, rounds: number, seed: number): Frequencies {
  const random = createSeededRandom(seed);
  const sums = { regressions: 0, improvements: 0, byTrial: 0, drop: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const [before, after] = simulatedRuns(setting, random);
    const { verdict, better, worse, difference } = compareRuns(before, after, ALLOWED);
    if (verdict === 'regression') sums.regressions += 1;
    if (verdict === 'improvement') sums.improvements += 1;
    if (calculateMcNemarPValue(better, worse) < 0.05) sums.byTrial += 1;
    sums.drop -= difference;
  }
  return {
    setting,
    regressions: sums.regressions / rounds,
    improvements: sums.improvements / rounds,
    alarms: (sums.regressions + sums.improvements) / rounds,
    alarms_by_trial: sums.byTrial / rounds,
    drop: sums.drop / rounds,
  };
}
