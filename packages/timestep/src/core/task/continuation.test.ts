import { expect, it } from 'vitest';
import { historyToChain } from '../message/task-history.ts';
import { buildHistoryForNextTask, listValidEntries } from './continuation.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';

it('closes open calls, because no provider takes a transcript with open ones', () => {
  const task = taskOf(submitted({ toolSite: 'client' }), user('x'), ...modelStep(1, [['a', 'f']]));
  expect(historyToChain(buildHistoryForNextTask(task))?.last).toEqual({
    role: 'tool',
    tool_call_id: 'a',
    content: '{"error":"not_executed"}',
  });
});

it('tells what a task added from what it continued', () => {
  const history = [{ role: 'user', content: 'before' }] as const;
  const task = taskOf(submitted({ history }), user('now'));
  expect(listValidEntries(task).map((entry) => entry.message.content)).toEqual(['now']);
});
