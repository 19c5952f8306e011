import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { KillPoint } from './kill-points.ts';
import type { StoryRecord } from './records.ts';
import { tellAll, type Attempt } from './tell-all.ts';

const record = (killedAt: string | undefined): StoryRecord => ({
  killedAt,
  accepted: true,
  answer: 'done',
  failure: undefined,
  effects: [],
  modelCalls: 3,
  approvals: 1,
  streamed: undefined,
  wentOnMs: 1,
});

type Tell = (point: KillPoint, story: string) => Promise<StoryRecord>;

async function tellThree(tell: Tell, earlier: readonly Attempt[] = []): Promise<Attempt[]> {
  const kept: Attempt[] = [];
  await tellAll({
    kills: 3,
    seed: 1,
    atOnce: 2,
    earlier,
    tell,
    keep: (attempt) => kept.push(attempt),
  });
  return kept;
}

const kindsOf = (attempts: readonly Attempt[]) =>
  attempts.map(({ kind, index }) => `${kind} ${index}`).toSorted();

test('tells a story for each kill, under names of their own', async () => {
  const names = new Set<string>();
  const attempts = await tellThree((point, story) => {
    names.add(story);
    return Promise.resolve(record(point.moment));
  });
  assert.deepEqual(kindsOf(attempts), ['killed 0', 'killed 1', 'killed 2']);
  assert.equal(names.size, 3);
});

test('draws another point where a story misses its moment, and keeps the miss', async () => {
  const points: KillPoint[] = [];
  const attempts = await tellThree((point, story) => {
    points.push(point);
    return Promise.resolve(record(story === 'story-1-0' ? undefined : point.moment));
  });
  assert.deepEqual(kindsOf(attempts), ['killed 0', 'killed 1', 'killed 2', 'missed 1']);
  assert.equal(new Set(points.map(({ delayMs }) => delayMs)).size, 4);
});

test('stops drawing after some points that are all missed', async () => {
  const attempts = await tellThree(() => Promise.resolve(record(undefined)));
  assert.deepEqual(new Set(attempts.map(({ kind }) => kind)), new Set(['missed']));
  assert.equal(attempts.length, 12);
});

test('keeps the reason of a story that throws, and all others', async () => {
  const attempts = await tellThree((point, story) =>
    story === 'story-0-0'
      ? Promise.reject(new Error('the process does not serve'))
      : Promise.resolve(record(point.moment)),
  );
  assert.deepEqual(kindsOf(attempts), ['failed 0', 'killed 0', 'killed 1', 'killed 2']);
  const failed = attempts.find(({ kind }) => kind === 'failed');
  assert.match(failed?.kind === 'failed' ? failed.reason : '', /does not serve/);
});

test('goes on after earlier attempts', async () => {
  const moment = 'model call 1';
  const earlier: Attempt[] = [
    { kind: 'killed', index: 0, record: record(moment) },
    { kind: 'missed', index: 2, moment },
  ];
  const stories: string[] = [];
  const attempts = await tellThree((point, story) => {
    stories.push(story);
    return Promise.resolve(record(point.moment));
  }, earlier);
  assert.deepEqual(kindsOf(attempts), ['killed 1', 'killed 2']);
  assert.deepEqual(stories.toSorted(), ['story-1-0', 'story-2-1']);
});
