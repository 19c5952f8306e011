import { expect, it } from 'vitest';
import type { TaskOutcome } from '#core';
import { formatNotification } from './format-notification.ts';

const words = (outcome: Partial<TaskOutcome>, asks = true) =>
  formatNotification('sky', { task_id: 't1', state: 'input-required', ...outcome }, { asks });

it('says which agent a message comes from, and what is to be done', () => {
  const from = 'This is a message of the agent sky, not of your user.';
  expect(words({ state: 'completed', text: 'sunny' })).toBe(
    `${from} sky has completed the task t1 that you gave it. Its answer:\n\nsunny`,
  );
  expect(words({ state: 'completed', cut: true })).toContain('get_task has all of it');
  const error = { code: 'x', message: 'no map' };
  expect(words({ state: 'failed', error })).toContain('as failed: no map');
  const question = { text: 'Which town?', options: ['Oslo', 'Rome'] };
  expect(words({ question })).toMatch(
    /get_task puts that to your user.*Which town\? \(Oslo, Rome\)/s,
  );
  expect(words({ question }, false)).toContain('answer it with answer_task');
  const approvals = [{ call_id: 'c', name: 'pay', arguments: '{"sum":1}' }];
  expect(words({ approvals })).toContain('pay({"sum":1}): get_task asks your user');
  expect(words({ approvals }, false)).toContain('cancel the task, or leave it');
  expect(words({})).toContain('it waits for a person');
});
