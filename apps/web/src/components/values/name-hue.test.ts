import { expect, it } from 'vitest';
import { computeHue } from './name-hue.ts';

it('gives a name the same color each time, and other names mostly others', () => {
  expect(computeHue('research')).toBe(computeHue('research'));
  const hues = ['research', 'travel', 'writer', 'guide', 'shop'].map(computeHue);
  expect(new Set(hues).size).toBe(5);
  for (const hue of hues) expect(hue).toBeLessThan(360);
});
