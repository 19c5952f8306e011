import { expect, it } from 'vitest';
import { breachesIn, type KillRecord } from './verdict.ts';

const COMPLETED = 'TASK_STATE_COMPLETED';
const told = { messageId: 'm1', taskId: 't1', state: COMPLETED, text: 'It is 72°F in Oakland.' };
const task = { id: 't1', state: COMPLETED, messageIds: ['m1'] };
const handoff = { id: 'w1', state: COMPLETED, messageIds: ['handoff-1'] };
const sound: KillRecord = {
  asked: [{ messageId: 'm1', expected: '72°F' }],
  told: [told],
  personal: [task],
  weather: [handoff],
};

it('finds nothing in a record where all is well, an answer told twice included', () => {
  expect(breachesIn(sound)).toEqual([]);
  expect(breachesIn({ ...sound, told: [told, told] })).toEqual([]);
});

it.each<[string, Partial<KillRecord>, string]>([
  ['a lost answer', { told: [] }, 'm1 was never answered'],
  ['a lost message', { personal: [], weather: [] }, 'm1 is in no task'],
  [
    'a doubled message',
    { personal: [task, { ...task, id: 't2' }], weather: [handoff, { ...handoff, id: 'w2' }] },
    'm1 is in 2 tasks',
  ],
  [
    'two answers',
    { told: [told, { ...told, text: 'It is 72°F, once more.' }] },
    'm1 was answered in 2 ways',
  ],
  [
    'an answer of two tasks',
    { told: [told, { ...told, taskId: 't2' }] },
    'm1 was answered in 2 ways',
  ],
  [
    'a handoff that failed',
    { told: [{ ...told, text: 'I could not reach the weather assistant' }] },
    `m1 was answered wrongly: ${COMPLETED} "I could not reach the weather assistant"`,
  ],
  [
    'a task that failed',
    { personal: [{ ...task, state: 'TASK_STATE_FAILED' }] },
    'the task of m1 ended as TASK_STATE_FAILED',
  ],
  [
    'a task that never ended',
    { personal: [{ ...task, state: 'TASK_STATE_WORKING' }] },
    'the task of m1 ended as TASK_STATE_WORKING',
  ],
  [
    'a handoff made twice',
    { weather: [handoff, { ...handoff, id: 'w2', messageIds: ['handoff-2'] }] },
    '1 questions made 2 handoffs',
  ],
  [
    'a handoff taken twice',
    { weather: [handoff, { ...handoff, id: 'w2' }] },
    'handoff-1 is in 2 tasks',
  ],
  ['no handoff', { weather: [] }, '1 questions made 0 handoffs'],
  [
    'a handoff left behind',
    { weather: [{ ...handoff, state: 'TASK_STATE_WORKING' }] },
    'the handoff w1 ended as TASK_STATE_WORKING',
  ],
])('sees %s', (_name, change, breach) => {
  expect(breachesIn({ ...sound, ...change })).toContain(breach);
});
