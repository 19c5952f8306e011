import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { addUp, judge, type StoryRecord } from './records.ts';

const RIGHT: StoryRecord = {
  killedAt: 'the answer streams',
  accepted: true,
  answer: 'done',
  failure: undefined,
  effects: [
    { name: 'reserve', key: 'a' },
    { name: 'charge', key: 'b' },
  ],
  modelCalls: 3,
  approvals: 1,
  streamed: 'done',
  wentOnMs: 100,
};

const found = (record: Partial<StoryRecord>): string[] =>
  Object.entries(judge({ ...RIGHT, ...record })).flatMap(([fault, is]) => (is ? [fault] : []));

test('a story without a fault has none', () => {
  assert.deepEqual(found({}), []);
});

test('each fault is found', () => {
  const { effects } = RIGHT;
  assert.deepEqual(found({ answer: undefined }), ['lost']);
  assert.deepEqual(found({ answer: undefined, accepted: false }), []);
  assert.deepEqual(found({ effects: [...effects, { name: 'charge', key: 'b' }] }), ['sentTwice']);
  const other = [...effects, { name: 'charge', key: 'c' } as const];
  assert.deepEqual(found({ effects: other }), ['sentTwice', 'doubled']);
  assert.deepEqual(found({ effects: effects.slice(1) }), ['missing']);
  assert.deepEqual(found({ approvals: 2 }), ['askedAgain']);
  assert.deepEqual(found({ streamed: 'do' }), ['cut']);
  assert.deepEqual(found({ streamed: undefined }), []);
  assert.deepEqual(found({ modelCalls: 4 }), ['modelAgain']);
});

test('totals count stories, not faults', () => {
  const verdicts = [judge(RIGHT), judge({ ...RIGHT, approvals: 5 })];
  assert.equal(addUp(verdicts).askedAgain, 1);
});
