import { expect, it } from 'vitest';
import { sumSpanLengths, subtractSpans, uniteSpans, type Span } from './spans.ts';

const span = (from: number, to: number): Span => ({ from, to });

it('unites spans that overlap or touch', () => {
  expect(uniteSpans([span(5, 9), span(0, 2), span(2, 4), span(6, 7)])).toEqual([
    span(0, 4),
    span(5, 9),
  ]);
});

it('subtracts spans from spans', () => {
  expect(subtractSpans([span(0, 10), span(20, 30)], [span(2, 4), span(8, 25)])).toEqual([
    span(0, 2),
    span(4, 8),
    span(25, 30),
  ]);
  expect(subtractSpans([span(0, 10)], [span(0, 10)])).toEqual([]);
});

it('measures spans', () => {
  expect(sumSpanLengths([span(0, 4), span(5, 9)])).toBe(8);
});
