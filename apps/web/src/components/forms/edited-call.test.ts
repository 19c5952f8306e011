import { expect, it } from 'vitest';
import { argumentsToTexts, textsToArguments } from './edited-call.ts';
import { schemaToFields } from './schema-form.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    amount: { type: 'number' },
    to: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    isUrgent: { type: 'boolean' },
    pace: { enum: ['slow', 'fast'] },
    more: { type: 'object' },
  },
  required: ['amount'],
};

const FIELDS = schemaToFields(SCHEMA) ?? [];
const toTexts = (written: string) => argumentsToTexts(FIELDS, written);

it('fills the form from a call, and gives the call back where nothing was changed', () => {
  const written =
    '{"to":"Ana\\nBo","amount":5.5,"tags":["a","b"],"isUrgent":false,"pace":"fast","more":{"x":[1]}}';
  const texts = toTexts(written) ?? {};
  expect(texts).toEqual({
    amount: '5.5',
    to: 'Ana\nBo',
    tags: 'a\nb',
    isUrgent: 'false',
    pace: '"fast"',
    more: '{\n  "x": [\n    1\n  ]\n}',
  });
  expect(JSON.parse(textsToArguments(FIELDS, texts, written) ?? '')).toEqual(JSON.parse(written));
});

it('keeps the order of the names, leaves out what was emptied, and adds what was filled in', () => {
  const written = '{"to":"Ana","amount":5}';
  const texts = { ...toTexts(written), amount: '3', to: '', pace: '"slow"' };
  expect(textsToArguments(FIELDS, texts, written)).toBe('{\n  "amount": 3,\n  "pace": "slow"\n}');
  expect(textsToArguments(FIELDS, { ...texts, amount: 'many' }, written)).toBeUndefined();
});

it.each([
  ['a name that the schema lacks', '{"amount":5,"other":1}'],
  ['a value of another type', '{"amount":"5"}'],
  ['null', '{"amount":5,"to":null}'],
  ['a choice that is none', '{"amount":5,"pace":"slower"}'],
  ['an item with a line break', '{"amount":5,"tags":["a\\nb"]}'],
  ['a number whose digits would change', '{"amount":12345678901234567890}'],
  ['a name that is written twice', '{"amount":5,"amount":6}'],
  ['hidden characters', '{"amount":5,"to":"A\u202en"}'],
  ['no object', '[5]'],
  ['no JSON', '{"amount":'],
])('leaves JSON to be edited for %s', (_what, written) => {
  expect(toTexts(written)).toBeUndefined();
});
