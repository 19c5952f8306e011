import { expect, it } from 'vitest';
import type { Task, TurnSettings } from '#core';
import { getCurrentTurnSettings } from './current-turn-settings.ts';

const TURN: TurnSettings = {
  model: 'a/b',
  include: [{ kind: 'rule', name: 'kind' }],
  exclude: [
    { kind: 'tool', name: 'sky_get' },
    { kind: 'rule', name: 'sky_get' },
  ],
  permitted: ['x'],
};

function now(turn: TurnSettings | undefined, offered?: readonly string[]) {
  return getCurrentTurnSettings({
    origin: turn ? { turn } : {},
    ...(offered && { offered }),
  } as Task);
}

it('is what the session gave while nothing was offered', () => {
  expect(now(TURN)).toBe(TURN);
  expect(now(undefined)).toBeUndefined();
});

it('includes tools that were offered since, and no longer excludes them', () => {
  expect(now(TURN, ['sky_get'])).toEqual({
    ...TURN,
    include: [...TURN.include, { kind: 'tool', name: 'sky_get' }],
    exclude: [{ kind: 'rule', name: 'sky_get' }],
  });
  expect(now(undefined, ['sky_get'])).toEqual({
    include: [{ kind: 'tool', name: 'sky_get' }],
    exclude: [],
    permitted: [],
  });
});
