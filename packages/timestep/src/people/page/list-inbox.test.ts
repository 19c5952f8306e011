import { expect, it } from 'vitest';
import type { Task } from '#core';
import type { TaskListing } from '#engine/port';
import { listInbox } from './list-inbox.ts';
import { createTaskSummaryCache } from './task-summary.ts';

type Call = Partial<Task['calls'][number]>;

const QUESTION = { id: 'q', text: 'Which day?' } as unknown as Call['question'];

function createTask(id: string, calls: readonly Call[] = [], path?: readonly string[]): Task {
  const origin = { agent: `${id}-agent`, principal: '', ...(path && { delegation: { path } }) };
  return { id, origin, entries: undefined, inbox: [], calls } as unknown as Task;
}

async function list(stored: readonly Task[]) {
  const inbox = await loadInbox(stored);
  return [inbox.total, ...inbox.tasks.map(({ id }) => id)];
}

async function loadInbox(stored: readonly Task[]) {
  const tasks = stored.map(({ id }) => ({ id, generation: 1 })) as unknown as TaskListing['tasks'];
  const lines = createTaskSummaryCache({
    load: async (wanted) => stored.find(({ id }) => id === wanted) ?? createTask(wanted),
  });
  return listInbox({ tasks, total: tasks.length }, { lines });
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

it('says who asked whom, from the first caller down to the agent that asks', async () => {
  const asks = (id: string): Call => ({
    status: 'planned',
    question: QUESTION,
    awaited: [awaited(id, 'input-required')],
  });
  const chainsOf = async (stored: readonly Task[]) =>
    (await loadInbox(stored)).tasks.map(({ chains = [] }) =>
      chains.map((chain) =>
        chain.map(({ agent, taskId }) => `${agent}:${taskId ?? ''}`).join(' > '),
      ),
    );
  const [hotel, flight] = [createTask('hotel'), createTask('flight')];
  const travel = createTask('travel', [asks('hotel'), asks('flight')]);
  expect(await chainsOf([hotel, flight, travel, createTask('desk', [asks('travel')])])).toEqual([
    [
      'desk-agent:desk > travel-agent:travel > hotel-agent:hotel',
      'desk-agent:desk > travel-agent:travel > flight-agent:flight',
    ],
  ]);
  // The caller of this task does not wait, so that only its name is known.
  expect(await chainsOf([createTask('late', [], ['front'])])).toEqual([
    ['front: > late-agent:late'],
  ]);
  expect(await chainsOf([createTask('alone')])).toEqual([[]]);
  // Two tasks that wait for each other do not make the list endless.
  expect(
    (await chainsOf([createTask('x', [asks('y')]), createTask('y', [asks('x')])])).flat(),
  ).toEqual([]);
});
