import { expect, it } from 'vitest';
import { toCanonicalJson } from './canonical-json.ts';

it.each([
  [
    'keys in the order of their code units',
    { '\u20ac': 1, '\r': 2, a: 3, A: 4, '1': 5 },
    '{"\\r":2,"1":5,"A":4,"a":3,"€":1}',
  ],
  [
    'numbers in their shortest form',
    [1e21, 0.000001, -0, 1e30, 4.5],
    '[1e+21,0.000001,0,1e+30,4.5]',
  ],
  ['text without needless escapes', 'é"\\/\u000f', '"é\\"\\\\/\\u000f"'],
  [
    'what is absent as nothing',
    { b: [{ d: null, c: 'x' }], a: undefined },
    '{"b":[{"c":"x","d":null}]}',
  ],
])('writes %s', (_what, value, text) => {
  expect(toCanonicalJson(value)).toBe(text);
});
