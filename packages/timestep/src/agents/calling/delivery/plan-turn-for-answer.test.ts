import { expect, it } from 'vitest';
import { NO_SPENDING, type Task } from '#core';
import { planTurnForAnswer } from './plan-turn-for-answer.ts';

function before(change: object, metadata = {}): Task {
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  return { steps: 2, usage, costUsd: 0, origin: { metadata, ...change } } as unknown as Task;
}

it('begins a turn with what the one before has left', () => {
  const delegation = { path: ['boss@else'], budget: { steps: 10 } };
  const delegated = { t2: { ...NO_SPENDING, steps: 3 }, t3: { ...NO_SPENDING, steps: 1 } };
  const turn = planTurnForAnswer(
    { ...before({ delegation }), delegated },
    { calledTaskId: 't2', bounds: {} },
  );
  expect(turn).toEqual({
    begins: true,
    start: {
      toolSite: 'server',
      metadata: { 'dev.timestep/arrivals': 1, 'dev.timestep/hops': 1 },
      delegation: { path: ['boss@else'], budget: { steps: 7 } },
    },
  });
  expect(planTurnForAnswer(before({}), { calledTaskId: 't2', bounds: {} })).toEqual({
    begins: true,
    start: { toolSite: 'server', metadata: { 'dev.timestep/arrivals': 1 } },
  });
});

it('begins none where nothing is left, nor too many in a row', () => {
  const bounds = { maxCalls: 2, budget: { steps: 2 } };
  expect(planTurnForAnswer(before({}), { calledTaskId: 't2', bounds })).toEqual({
    begins: false,
    why: 'the remaining budget is too small (steps)',
  });
  const row = before({}, { 'dev.timestep/arrivals': 2 });
  expect(planTurnForAnswer(row, { calledTaskId: 't2', bounds })).toEqual({
    begins: false,
    why: '2 answers in a row have begun turns already',
  });
});
