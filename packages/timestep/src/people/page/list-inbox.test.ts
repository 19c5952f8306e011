import { expect, it } from 'vitest';
import type { Task } from '#core';
import type { TaskListing } from '#engine/port';
import { listInbox } from './list-inbox.ts';
import { createTaskSummaryCache } from './task-summary.ts';

type Call = Partial<Task['calls'][number]>;

const QUESTION = { id: 'q', text: 'Which day?' } as unknown as Call['question'];

function createTask(id: string, calls: readonly Call[] = []): Task {
  const origin = { agent: 'a', principal: '' };
  return { id, origin, entries: undefined, inbox: [], calls } as unknown as Task;
}

async function list(stored: readonly Task[]) {
  const tasks = stored.map(({ id }) => ({ id, generation: 1 })) as unknown as TaskListing['tasks'];
  const lines = createTaskSummaryCache({
    load: async (wanted) => stored.find(({ id }) => id === wanted) ?? createTask(wanted),
  });
  const inbox = await listInbox({ tasks, total: tasks.length }, { lines });
  return [inbox.total, ...inbox.tasks.map(({ id }) => id)];
}

const awaited = (id: string, state: Task['state']) =>
  ({ task_id: id, awaits: { task_id: id }, state }) as const;

it('shows a question that goes up through a chain of agents once, as that of the first', async () => {
  const asks = (id: string): Call => ({
    status: 'planned',
    question: QUESTION,
    awaited: [awaited(id, 'input-required')],
  });
  const chain = [createTask('travel'), createTask('desk', [asks('travel')])];
  expect(await list([...chain, createTask('first', [asks('desk')])])).toEqual([1, 'first']);
  expect(await list(chain)).toEqual([1, 'desk']);
});

it('keeps a task whose question no caller that waits has passed on', async () => {
  const child = createTask('child');
  const awaitsChild = [awaited('child', 'input-required')];
  const unrelated: readonly Call[] = [
    { status: 'planned', awaited: awaitsChild },
    { status: 'done', question: QUESTION, awaited: awaitsChild },
    { status: 'planned', question: QUESTION, awaited: [...awaitsChild, awaited('x', 'working')] },
    { status: 'planned', question: QUESTION, awaited: [awaited('child', 'completed')] },
  ];
  for (const call of unrelated) {
    expect(await list([child, createTask('caller', [call])])).toEqual([2, 'child', 'caller']);
  }
});
