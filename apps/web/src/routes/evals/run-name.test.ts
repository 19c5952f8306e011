import { expect, it } from 'vitest';
import { suggestRunName } from './run-name.ts';

const AT = new Date('2026-03-04T05:06:07.890Z');

it.each([
  ['desk.jsonl', 'guide', 'desk-guide-20260304-050607'],
  ['desk 1.jsonl', 'builtin:echo', 'desk-1-builtin-echo-20260304-050607'],
  ['.ä.jsonl', '…', 'run-20260304-050607'],
])('names a run of %s against %s %s', (suite, agent, name) => {
  expect(suggestRunName(suite, agent, AT)).toBe(name);
});

it('is as short as a name may be', () => {
  expect(suggestRunName(`${'long'.repeat(50)}.jsonl`, 'a', AT).length).toBeLessThanOrEqual(80);
});
