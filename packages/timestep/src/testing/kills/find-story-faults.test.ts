import { expect, it } from 'vitest';
import { findStoryFaults } from './find-story-faults.ts';
import type { ToldStory } from './told-story.ts';

const RIGHT: ToldStory = {
  points: [],
  tasks: [{ messageId: 'message 1', state: 'completed', interrupted: 0 }],
  total: 1,
  repeated: [],
  lost: [],
  found: [],
};

const faultsOf = (told: Partial<ToldStory>) =>
  findStoryFaults({ ...RIGHT, ...told }, RIGHT).map(({ kind, message }) => `${kind}: ${message}`);

it('finds nothing in a story that ends as without a kill', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ repeated: [{ tool: 'look', isAllowed: true }] })).toEqual([]);
});

it('finds what is lost, doubled and unanswered', () => {
  expect(faultsOf({ lost: ['message 1'] })).toEqual(['lost: the task of message 1 is gone']);
  expect(faultsOf({ total: 2 })).toEqual(['doubled: 2 tasks instead of 1']);
  expect(faultsOf({ repeated: [{ tool: 'pay', isAllowed: false }] })).toEqual([
    'doubled: pay was called twice',
  ]);
  const tasks = [{ messageId: 'message 1', state: 'working', interrupted: 0 }];
  expect(faultsOf({ tasks })).toEqual([
    'unanswered: the task of message 1 is working instead of completed',
  ]);
  expect(faultsOf({ found: ['two bills'] })).toEqual(['other: two bills']);
});
