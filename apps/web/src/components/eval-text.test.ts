import { expect, it } from 'vitest';
import { betweenText, dollarsText, percentText, pointsText, withinText } from './eval-text.ts';

it('writes shares, intervals and differences as the report does', () => {
  expect([percentText(0.5), percentText(1), percentText(null)]).toEqual([
    '50.0 %',
    '100.0 %',
    'unknown',
  ]);
  expect(withinText({ mean: 0.5, interval: { low: 0.25, high: 0.75 } })).toBe(
    '95 %: 25.0 % to 75.0 %',
  );
  expect(withinText({ mean: 0.5 })).toBe('');
  expect([betweenText({ low: -0.5, high: 0.1 }), betweenText(null)]).toEqual([
    '95 %: −50.0 to +10.0',
    '',
  ]);
  expect([dollarsText(null), dollarsText(0.5)]).toEqual(['unknown', '$0.50']);
  expect([pointsText(-0.5), pointsText(0.0001), pointsText(0.021)]).toEqual([
    '−50.0',
    '0.0',
    '+2.1',
  ]);
});
