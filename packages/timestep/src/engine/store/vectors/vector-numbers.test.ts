import { expect, it } from 'vitest';
import { vectorToText, textToVector } from './vector-numbers.ts';

it.each([
  [[], ''],
  [[1], 'AACAPw=='],
  [[-2, 1e-30], 'AAAAwGBCog0='],
])('writes %j and reads it again', (numbers, text) => {
  const vector = Float32Array.from(numbers);
  expect(vectorToText(vector)).toBe(text);
  expect(textToVector(text)).toEqual(vector);
});
