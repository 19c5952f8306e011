import { expect, it } from 'vitest';
import { recordBreaches } from './record-breaches.ts';

const task = { id: 't1', state: 'TASK_STATE_COMPLETED', messageIds: ['m1', 'm2'] };

it('finds nothing in a record with a task for each journey', () => {
  expect(recordBreaches('specialist', [task, { ...task, id: 't2' }], 2)).toEqual([]);
});

it.each([
  [
    'a call that was doubled',
    [task, { ...task, id: 't2' }],
    '1 journeys made 2 tasks of the specialist',
  ],
  ['a call that was lost', [], '1 journeys made 0 tasks of the specialist'],
  [
    'an answer that was lost',
    [{ ...task, messageIds: ['m1'] }],
    "the specialist's task t1 heard m1",
  ],
  ['nothing heard', [{ ...task, messageIds: [] }], "the specialist's task t1 heard nothing"],
  [
    'an answer that was doubled',
    [{ ...task, messageIds: ['m1', 'm2', 'm3'] }],
    "the specialist's task t1 heard m1, m2, m3",
  ],
  [
    'a message twice',
    [{ ...task, messageIds: ['m1', 'm1'] }],
    "the specialist's task t1 heard m1, m1",
  ],
  [
    'a task that waits',
    [{ ...task, state: 'TASK_STATE_INPUT_REQUIRED' }],
    "the specialist's task t1 is TASK_STATE_INPUT_REQUIRED",
  ],
])('finds %s', (_what, tasks, breach) => {
  expect(recordBreaches('specialist', tasks, 1)).toContain(breach);
});
