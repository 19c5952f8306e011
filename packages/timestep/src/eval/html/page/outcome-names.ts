import type { Outcome } from './page-model.ts';

/** Outcomes are told apart by shape as well as by colour. */
export const SHAPES: Readonly<Record<Outcome, string>> = {
  passed: '✓',
  failed: '✕',
  error: '!',
  better: '▲',
  worse: '▼',
  unpaired: '–',
};

/** An outcome with its shape; of pairs, what is neither better nor worse is of both. */
export function nameOf(outcome: Outcome, runs: number): string {
  const isOfBoth = runs > 1 && (outcome === 'passed' || outcome === 'failed');
  return `${SHAPES[outcome]} ${outcome}${isOfBoth ? ' in both' : ''}`;
}
