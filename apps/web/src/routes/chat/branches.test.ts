import type { ConversationSummary } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { findBranches, getBranchPoint } from './branches.ts';

function chat(
  id: string,
  createdAt: number,
  forkedFrom?: ConversationSummary['forkedFrom'],
): ConversationSummary {
  const whole = { id, name: id, agent: 'guide', principal: '', isClosed: false, createdAt };
  return { ...whole, updatedAt: createdAt, ...(forkedFrom && { forkedFrom }) };
}

const origin = chat('origin', 1);
const late = chat('late', 5, { sessionId: 'origin', taskId: 't1' });
const early = chat('early', 3, { sessionId: 'origin', taskId: 't1' });
const start = chat('start', 4, { sessionId: 'origin' });
const ofFork = chat('of-fork', 6, { sessionId: 'early', taskId: 't9' });
const orphan = chat('orphan', 7, { sessionId: 'erased', taskId: 't1' });
const chats = [ofFork, late, early, start, origin, orphan];

it.each([
  ['the origin at the turn after the fork', origin, 't1', ['origin', 'early', 'late'], 0],
  ['a fork at its first turn', late, undefined, ['origin', 'early', 'late'], 2],
  ['the origin at its first turn', origin, undefined, ['origin', 'start'], 0],
  ['a fork from the start', start, undefined, ['origin', 'start'], 1],
  ['a fork at the turn where it was forked again', early, 't9', ['early', 'of-fork'], 0],
] as const)('finds the branches of %s', (_name, shown, before, ids, index) => {
  const found = findBranches(chats, shown, before);
  expect(found?.chats.map(({ id }) => id)).toEqual(ids);
  expect(found?.index).toBe(index);
});

it.each([
  ['a turn that was written once', origin, 't2'],
  ['a fork whose origin is erased', orphan, undefined],
])('finds no branches of %s', (_name, shown, before) => {
  expect(findBranches(chats, shown, before)).toBeUndefined();
});

it('branches off where the turns before are those of the origin', () => {
  expect(getBranchPoint(late, undefined)).toEqual({ chatId: 'origin', after: 't1' });
  expect(getBranchPoint(late, 't6')).toEqual({ chatId: 'late', after: 't6' });
  expect(getBranchPoint(origin, undefined)).toEqual({ chatId: 'origin', after: undefined });
});
