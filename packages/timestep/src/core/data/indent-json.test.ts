import { expect, it } from 'vitest';
import { indentJson } from './indent-json.ts';

it('changes nothing but the room between', () => {
  const text = '{"b":1.0,"a":[12345678901234567890,{"s":"x, {y}: \\"z\\"\\\\"},[ ],{}],"t":true}';
  const out = indentJson(text);
  expect(out.split('\n')).toEqual([
    '{',
    '  "b": 1.0,',
    '  "a": [',
    '    12345678901234567890,',
    '    {',
    '      "s": "x, {y}: \\"z\\"\\\\"',
    '    },',
    '    [],',
    '    {}',
    '  ],',
    '  "t": true',
    '}',
  ]);
  expect(JSON.parse(out)).toEqual(JSON.parse(text));
});

it.each(['plain', '{broken', '"text"', '12', ''])('leaves %j as it is', (text) => {
  expect(indentJson(text)).toBe(text);
});
