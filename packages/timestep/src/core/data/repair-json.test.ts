import { expect, it } from 'vitest';
import type { JsonValue } from './json.ts';
import { parseAndRepairJson, repairJson } from './repair-json.ts';

const HALF = '\ud83d';

function nest(levels: number): JsonValue {
  let value: JsonValue = 'inmost';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

it('returns a sound value itself', () => {
  const sound = { text: 'a 😀 \u0000', list: [1, null, true, { b: 'ä' }], none: undefined };
  expect(repairJson(sound)).toBe(sound);
  const deep = nest(128);
  expect(repairJson(deep)).toBe(deep);
});

it('makes texts and names well-formed, and changes nothing else', () => {
  const given = { [`a${HALF}`]: 1, kept: { b: 2 }, list: [`x${HALF}`, 'y'] };
  const repaired = repairJson<unknown>(given);
  expect(repaired).toEqual({ 'a\ufffd': 1, kept: { b: 2 }, list: ['x\ufffd', 'y'] });
});

it.each([129, 2000, 200_000])('leaves a remark in place of the rest of %i levels', (levels) => {
  const text = JSON.stringify(repairJson(nest(levels)));
  expect(text).toMatch(/\[left out: nested deeper than \d+ levels\]/);
  expect(text).not.toContain('inmost');
});

it('keeps a field with the name of the prototype as a field', () => {
  const parsed = parseAndRepairJson(`{"__proto__": {"a": "\\ud83d"}}`);
  expect(JSON.stringify(parsed)).toBe('{"__proto__":{"a":"\ufffd"}}');
});

it('parses what is too deep for other readers', () => {
  const text = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  expect(JSON.stringify(parseAndRepairJson(text))).toMatch(
    /\[left out: nested deeper than \d+ levels\]/,
  );
  expect(parseAndRepairJson('{')).toBeUndefined();
});
