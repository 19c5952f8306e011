import { describe, expect, it } from 'vitest';
import { chooseNextProbe, narrowRefusalSearch, type Search } from './isolate-refused.ts';
import type { Omission } from './omission.ts';

function list(count: number): Omission[] {
  return Array.from({ length: count }, (_, part) => ({ kind: 'message', index: 0, part }));
}

/** Searches for the parts at some positions. Returns the positions that stay suspects. */
function search(
  count: number,
  refused: readonly number[],
  { left = 3, isAssumed = false } = {},
): { readonly suspects: number[]; readonly accepted: number[] | undefined } | undefined {
  const all = list(count);
  let state: Search | undefined = { suspects: all, left, isAssumed };
  while (state) {
    const probe = chooseNextProbe(state);
    const toPositions = (some: readonly Omission[]) => some.map((one) => all.indexOf(one));
    if (!probe) {
      const { suspects, accepted } = state;
      return { suspects: toPositions(suspects), accepted: accepted && toPositions(accepted) };
    }
    const isAccepted = refused.every((at) => toPositions(probe).includes(at));
    state = narrowRefusalSearch(state, probe, isAccepted);
  }
  return undefined;
}

describe('the search', () => {
  it('finds one of four, whichever it is', () => {
    for (let at = 0; at < 4; at += 1) expect(search(4, [at])?.suspects).toEqual([at]);
    for (let at = 0; at < 4; at += 1)
      expect(search(4, [at], { left: 2, isAssumed: true })?.suspects).toEqual([at]);
  });

  it('leaves at most two of eight out, among them the refused one', () => {
    for (let at = 0; at < 8; at += 1) {
      const found = search(8, [at])?.suspects;
      expect(found).toContain(at);
      expect(found?.length).toBeLessThanOrEqual(2);
    }
  });

  it('remembers what was accepted if several are refused', () => {
    expect(search(4, [0, 3])?.accepted).toEqual([0, 1, 2, 3]);
    expect(search(6, [0, 5])?.accepted).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('ends where something else was refused', () => {
    expect(search(3, [9])).toBeUndefined();
  });
});
