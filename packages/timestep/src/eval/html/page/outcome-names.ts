import type { Outcome } from './page-model.ts';

/** Outcomes differ by shape as well as by colour. */
export const SHAPES: Readonly<Record<Outcome, string>> = {
  passed: '✓',
  failed: '✕',
  error: '!',
  better: '▲',
  worse: '▼',
  unpaired: '–',
};

/**
 * An outcome with its shape; a pair that is neither better nor worse has the outcome in both runs.
 */
export function nameOf(outcome: Outcome, runs: number): string {
  const isOfBoth = runs > 1 && (outcome === 'passed' || outcome === 'failed');
  return `${SHAPES[outcome]} ${outcome}${isOfBoth ? ' in both' : ''}`;
}
