import { expect, it } from 'vitest';
import type { ConversationTurnPage } from '@timestep-ai/timestep/view';
import { createTaskSummary } from '../tasks/task-summary.fixture.ts';
import { mergeTurns } from './merge-turns.ts';

/** A turn that began, and last changed, at a time. */
function line(at: number, generation = at) {
  return { ...createTaskSummary(`t${at}`, at), createdAt: at, generation };
}

function page(before: string | undefined, ...times: readonly number[]): ConversationTurnPage {
  const turns = times.map((at) => ({ task: line(at), generation: at, items: [] }));
  return { turns, read: turns.length, ...(before !== undefined && { before }) };
}

function list(...given: Parameters<typeof mergeTurns>) {
  return mergeTurns(...given).map(
    ({ line: { id, generation }, loaded }) => `${id} ${generation} ${loaded?.generation ?? '-'}`,
  );
}

it('shows no turn until the conversation is loaded', () => {
  expect(list(undefined, [line(1)])).toEqual([]);
  expect(list([page(undefined)], [line(1)])).toEqual(['t1 1 -']);
});

it('adds new turns and newer states to the loaded turns, oldest first', () => {
  const lines = [line(5), line(4, 9), line(3, 1)];
  expect(list([page(undefined, 3, 4)], lines)).toEqual(['t3 3 3', 't4 9 4', 't5 5 -']);
});

it('leaves out older turns until their page is loaded', () => {
  const lines = [line(4), line(3), line(2), line(1)];
  const newest = page('t2', 3, 4);
  expect(list([newest], lines)).toEqual(['t3 3 3', 't4 4 4']);
  const both = list([newest, page(undefined, 1, 2)], lines);
  expect(both).toEqual(['t1 1 1', 't2 2 2', 't3 3 3', 't4 4 4']);
});
