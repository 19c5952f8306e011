import { expect, it } from 'vitest';
import { orchestraBreaches, type OrchestraRecord } from './orchestra-verdict.ts';

const answer = 'Lisbon on day 1 is booked, number 1. Pack for: sunny.';
const report = { task: 't1', state: 'completed', answer };
const planned = { day: 'day 1', task: 't1', report, again: report };
const task = { id: 'c1', state: 'TASK_STATE_COMPLETED', messageIds: ['m1'] };
const sound: OrchestraRecord = {
  planned: [planned],
  lost: [],
  bookings: [{ booking: 1, day: 'day 1' }],
  tasks: [task],
};

it('finds nothing where each journey is booked and told', () => {
  expect(orchestraBreaches(sound)).toEqual([]);
});

const failed = { task: 't1', state: 'failed', error: 'away' };

it.each<[string, Partial<OrchestraRecord>, string]>([
  [
    'a journey without an answer',
    { planned: [], lost: [{ day: 'day 1', why: 'late' }] },
    'day 1 has no answer: late',
  ],
  [
    'a journey that is booked twice',
    { bookings: [...sound.bookings, { booking: 2, day: 'day 1' }] },
    'day 1 is booked 2 times',
  ],
  ['a journey that is told and not booked', { bookings: [] }, 'day 1 is booked 0 times'],
  [
    'a journey that failed',
    { planned: [{ ...planned, report: failed, again: failed }] },
    `day 1 was answered wrongly: ${JSON.stringify(failed)}`,
  ],
  [
    'a handle that tells something else later',
    { planned: [{ ...planned, again: failed }] },
    `day 1 was answered in 2 ways: then ${JSON.stringify(failed)}`,
  ],
  [
    'a task that goes on',
    { tasks: [{ ...task, state: 'TASK_STATE_WORKING' }] },
    "the coordinator's task c1 is TASK_STATE_WORKING",
  ],
  [
    'a journey that was sent twice',
    { tasks: [task, { ...task, id: 'c2' }] },
    '1 journeys made 2 tasks of the coordinator',
  ],
])('finds %s', (_name, change, breach) => {
  expect(orchestraBreaches({ ...sound, ...change })).toContain(breach);
});
