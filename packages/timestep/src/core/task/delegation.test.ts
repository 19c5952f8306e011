import { describe, expect, it } from 'vitest';
import {
  addSpending,
  intersectBudgets,
  NO_SPENDING,
  divideRemainingBudget,
  getOwnSpending,
  findExhaustedField,
} from './budget.ts';
import {
  parseDelegation,
  delegationToJson,
  judgeDelegation,
  type AgentCall,
} from './delegation.ts';

const first: AgentCall = {
  caller: 'desk',
  callee: 'weather',
  callsBefore: 0,
  callsBeside: 1,
  spent: NO_SPENDING,
};

describe('a call of an agent by an agent', () => {
  it('is allowed, and the callee learns who called', () => {
    expect(judgeDelegation(first, {})).toEqual({ allowed: true, delegation: { path: ['desk'] } });
  });

  it('is refused where the callee waits for the answer, however far above', () => {
    const from = { path: ['weather', 'sky'] };
    expect(judgeDelegation({ ...first, from }, {})).toEqual({
      allowed: false,
      reason:
        'agent weather cannot be called, because it is waiting for this answer (weather called sky called desk): answer yourself',
    });
    expect(judgeDelegation({ ...first, callee: 'desk' }, {}).allowed).toBe(false);
  });

  it('is refused beyond the allowed number of calls in a row', () => {
    const deep = { ...first, from: { path: ['a', 'b', 'c'] } };
    expect(judgeDelegation(deep, {}).allowed).toBe(true);
    expect(judgeDelegation(deep, { maxHops: 3 })).toEqual({
      allowed: false,
      reason: 'this would be nested agent call 4, and only 3 are allowed: answer yourself',
    });
  });

  it('is refused beyond the allowed number of calls in a task', () => {
    const broad = { ...first, callsBefore: 2, callsBeside: 2 };
    expect(judgeDelegation(broad, { maxCalls: 4 }).allowed).toBe(true);
    expect(judgeDelegation(broad, { maxCalls: 3 })).toMatchObject({
      reason: 'one task may call other agents at most 3 times: answer yourself',
    });
  });

  it('receives an equal share of what is left', () => {
    const from = { path: [], budget: { steps: 10, tokens: 1000, cost_usd: 1 } };
    const spent = { steps: 3, tokens: 100, cost_usd: 0.5 };
    expect(judgeDelegation({ ...first, from, spent, callsBeside: 2 }, {})).toEqual({
      allowed: true,
      delegation: { path: ['desk'], budget: { steps: 3, tokens: 450, cost_usd: 0.25 } },
    });
  });

  it('is refused where the share is nothing', () => {
    const few = { ...first, callsBeside: 3 };
    expect(judgeDelegation(few, { budget: { steps: 2 } })).toEqual({
      allowed: false,
      reason:
        'the remaining budget of the task is too small to call an agent (steps): answer with what you know',
    });
    const spent = { steps: 2, tokens: 900, cost_usd: 0 };
    expect(judgeDelegation({ ...first, spent }, { budget: { steps: 5, tokens: 900 } })).toEqual({
      allowed: false,
      reason:
        'the remaining budget of the task is too small to call an agent (tokens): answer with what you know',
    });
  });

  it('is held to the narrower of what it was given and what its server allows', () => {
    const from = { path: [], budget: { steps: 10 } };
    const verdict = judgeDelegation({ ...first, from }, { budget: { steps: 4, tokens: 7 } });
    expect(verdict).toMatchObject({ delegation: { budget: { steps: 4, tokens: 7 } } });
  });
});

describe('a delegation in metadata', () => {
  it('is read as it was written', () => {
    for (const delegation of [
      { path: [] },
      { path: ['a', 'b'], budget: { steps: 1, cost_usd: 0.5 } },
    ]) {
      expect(parseDelegation(delegationToJson(delegation))).toEqual(delegation);
    }
  });

  it('is not read where it is anything else', () => {
    const others = [undefined, 'desk', {}, { path: 'desk' }, { path: [1] }];
    const budgets = [[], 5, { steps: -1 }, { tokens: '7' }, { cost_usd: Number.NaN }];
    for (const other of [...others, ...budgets.map((budget) => ({ path: [], budget }))]) {
      expect(parseDelegation(other)).toBeUndefined();
    }
  });
});

describe('a budget', () => {
  it('counts steps, tokens and known prices', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
    const own = getOwnSpending({ steps: 2, usage, costUsd: null });
    expect(own).toEqual({ steps: 2, tokens: 7, cost_usd: 0 });
    expect(addSpending(own, { steps: 1, tokens: 1, cost_usd: 0.5 })).toEqual({
      steps: 3,
      tokens: 8,
      cost_usd: 0.5,
    });
  });

  it('is used up by the first field of which nothing is left, and bounds nothing else', () => {
    expect(
      findExhaustedField({ steps: 2 }, { steps: 1, tokens: 1e9, cost_usd: 1e9 }),
    ).toBeUndefined();
    expect(findExhaustedField({ steps: 2, tokens: 5 }, { steps: 2, tokens: 5, cost_usd: 0 })).toBe(
      'steps',
    );
  });

  it('is never shared out below nothing', () => {
    expect(
      divideRemainingBudget({ steps: 1, tokens: 3 }, { steps: 4, tokens: 0, cost_usd: 0 }, 2),
    ).toEqual({
      steps: 0,
      tokens: 1,
    });
    expect(intersectBudgets({}, {})).toEqual({});
  });
});
