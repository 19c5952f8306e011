import { describe, expect, it } from 'vitest';
import { isChangeAfterNewestTurn, type TurnMark } from './load-turns.ts';

const newest = { task: { id: 't2', createdAt: 20 }, begunAt: 5 };

function mark(taskId: string, createdAt: number, generation: number): TurnMark {
  return { taskId, createdAt, generation };
}

describe('isChangeAfterNewestTurn', () => {
  it.each([
    ['before the first turn', undefined, false],
    ['after an earlier turn', mark('t1', 10, 99), false],
    ['after the newest turn', mark('t2', 20, 8), true],
    ['while the newest response was made', mark('t2', 20, 5), true],
    ['before the newest response of the turn began', mark('t2', 20, 4), false],
    ['after a turn that was deleted', mark('t3', 30, 1), true],
  ] as const)('of a change %s is %s', (_when, after, expected) => {
    expect(isChangeAfterNewestTurn(after, newest)).toBe(expected);
  });

  it('is true of every change where there is no turn', () => {
    expect(isChangeAfterNewestTurn(mark('t1', 10, 1), undefined)).toBe(true);
    expect(isChangeAfterNewestTurn(undefined, undefined)).toBe(true);
  });
});
