import { expect, it } from 'vitest';
import { formatComparisonHeadline, type ComparisonFacts } from './comparison-headline.ts';

const FACTS: ComparisonFacts = {
  verdict: 'improvement',
  difference: 0.15,
  broken: 0,
  planned: 400,
};

it.each<[string, Partial<ComparisonFacts>]>([
  ['+15.0 points: better, statistically significant', {}],
  ['−15.0 points: worse, statistically significant', { verdict: 'regression', difference: -0.15 }],
  ['0.0 points: not statistically significant', { verdict: 'no-difference', difference: 0 }],
  ['+15.0 points: too few tasks to tell', { verdict: 'too-few-tasks', bounds: null }],
  [
    '+15.0 points: better, statistically significant; +13.5 to +16.0, however the 5 errored or missing trials had ended',
    { broken: 5, bounds: { low: 0.135, high: 0.16 } },
  ],
  [
    '+15.0 points, but not reliable: 5 of 400 trials errored or are missing; +13.5 to +16.0, however they had ended',
    { verdict: 'broken', broken: 5, bounds: { low: 0.135, high: 0.16 } },
  ],
  [
    '+15.0 points, but not reliable: 5 of 400 trials errored or are missing',
    { verdict: 'broken', broken: 5 },
  ],
])('begins with the difference: %s', (text, change) => {
  expect(formatComparisonHeadline({ ...FACTS, ...change })).toBe(text);
});
