import { afterEach, expect, it } from 'vitest';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve, type Serving } from '#serving/server';
import { createManualClock } from '#testing';
import { createTaskSummaryCache } from '../task-summary.ts';
import { loadTurns } from './load-turns.ts';

const NEVER = new AbortController().signal;

let serving: Serving | undefined;

afterEach(() => serving?.close(0));

/** A conversation of as many turns, each with an answer of this length. */
async function openConversationOf(turns: number, length = 10) {
  const model = scriptedAgent((messages) => `${messages.length} `.padEnd(length, 'x'));
  const clock = createManualClock(1000);
  let backend: ReturnType<typeof openMemory> | undefined;
  serving = await serve({
    agents: [new Agent({ agentId: 'guide', name: 'Guide', description: 'Guides.', model })],
    port: 0,
    backend: (needs) => (backend = openMemory({ ...needs, clock })),
    protocols: [],
  });
  if (!backend) throw new Error('the server has opened no backend');
  const { runner, tasks } = backend;
  for (let number = 0; number < turns; number += 1) {
    const message = { role: 'user', content: `question ${number}` } as const;
    const sent = { agent: 'guide', principal: '', contextId: 'c1', message };
    const { id } = await runner.submit({ ...sent, messageId: `m${number}` });
    await runner.waitUntilSettled(id, NEVER);
    clock.advance(10);
  }
  const deps = { tasks, lines: createTaskSummaryCache(tasks) };
  return (from: number) => loadTurns(deps, { contextId: 'c1', agent: 'guide', from });
}

function listQuestions({ turns }: Awaited<ReturnType<typeof loadTurns>>) {
  return turns.map(({ items = [] }) =>
    items.flatMap((item) => (item.kind === 'user' ? [item.text] : [])),
  );
}

it('loads the newest turns with their items, and then the older ones', async () => {
  const load = await openConversationOf(53);
  const newest = await load(0);
  const numbers = Array.from({ length: 53 }, (_, index) => [`question ${index}`]);
  expect(listQuestions(newest)).toEqual(numbers.slice(3));
  expect(newest.turns.at(-1)).toMatchObject({
    task: { title: 'question 52', state: 'completed', contextId: 'c1' },
    items: [{ kind: 'user' }, { kind: 'assistant' }, { kind: 'end', state: 'completed' }],
  });
  expect(newest.turns.at(-1)?.generation).toBe(newest.turns.at(-1)?.task.generation);
  const older = await load(newest.read);
  expect(listQuestions(older)).toEqual(numbers.slice(0, 3));
  expect([newest.before, older.before]).toEqual([older.turns.at(-1)?.task.id, undefined]);
});

it('ends a page before the turn that would be too much for it', async () => {
  const load = await openConversationOf(3, 900_000);
  const page = await load(0);
  expect(listQuestions(page)).toEqual([['question 1'], ['question 2']]);
  expect(page.read).toBe(2);
  expect(listQuestions(await load(2))).toEqual([['question 0']]);
});

it('leaves a turn that fits in no page to its log', async () => {
  const load = await openConversationOf(2, 2_100_000);
  const page = await load(0);
  expect(page).toMatchObject({ read: 1, turns: [{ task: { title: 'question 1' } }] });
  expect(page.turns[0]).not.toHaveProperty('items');
});

it('finds nothing in a conversation that has not begun', async () => {
  const load = await openConversationOf(0);
  expect(await load(0)).toEqual({ turns: [], read: 0 });
});
