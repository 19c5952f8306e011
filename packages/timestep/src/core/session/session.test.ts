import { describe, expect, it } from 'vitest';
import type { NumberedSessionEvent, SessionEvent } from './session-event.ts';
import { sessionJournal, sessionOf, sessionOpened } from './session.fixture.ts';
import { applySessionEvent, foldSession, type Session } from './session.ts';

const rule = { kind: 'rule', name: 'units' } as const;
const mark = { taskId: 't1', createdAt: 5, generation: 7 };
const search = { kind: 'tool', name: 'search', server: 'web' } as const;

const CASES: readonly (readonly [string, readonly SessionEvent[], Partial<Session>])[] = [
  ['nothing changed', [], { id: 'c1', agent: 'weather', principal: 'ada', isClosed: false }],
  [
    'the newest name',
    [
      { type: 'session.named', name: 'one' },
      { type: 'session.named', name: 'two' },
    ],
    { name: 'two' },
  ],
  [
    'settings one by one',
    [
      { type: 'session.set', settings: { model: 'a/b', temperature: 0.5 } },
      { type: 'session.set', settings: { temperature: 0, max_steps: 3 } },
    ],
    { settings: { model: 'a/b', temperature: 0, max_steps: 3 } },
  ],
  [
    'a setting that is taken back',
    [
      { type: 'session.set', settings: { model: 'a/b', toolPermission: 'never' } },
      { type: 'session.set', settings: { model: null } },
    ],
    { settings: { toolPermission: 'never' } },
  ],
  [
    'what was noted last',
    [
      { type: 'session.noted', metadata: { topic: 'tea' } },
      { type: 'session.noted', metadata: { topic: 'milk' } },
    ],
    { metadata: { topic: 'milk' } },
  ],
  [
    'what a program put in and took out, with the turn before',
    [
      { type: 'session.items-added', items: [{ id: 'a' }] },
      { type: 'session.items-added', items: [{ id: 'b' }], after: mark },
      { type: 'session.item-removed', itemId: 'a', after: mark },
    ],
    {
      added: [{ items: [{ id: 'a' }] }, { items: [{ id: 'b' }], after: mark }],
      removed: [{ itemId: 'a', after: mark }],
    },
  ],
  [
    'an item that is included once',
    [
      { type: 'session.included', item: rule },
      { type: 'session.included', item: search },
      { type: 'session.included', item: rule },
    ],
    { include: [search, rule], exclude: [] },
  ],
  [
    'an item that is excluded after it was included',
    [
      { type: 'session.included', item: rule },
      { type: 'session.excluded', item: rule },
    ],
    { include: [], exclude: [rule] },
  ],
  [
    'tools of the same name at two servers apart',
    [
      { type: 'session.excluded', item: search },
      { type: 'session.included', item: { ...search, server: 'files' } },
    ],
    { include: [{ ...search, server: 'files' }], exclude: [search] },
  ],
  [
    'a tool that is permitted once',
    [
      { type: 'session.permitted', tool: 'search' },
      { type: 'session.permitted', tool: 'search' },
    ],
    { permitted: ['search'] },
  ],
  [
    'the newest compaction',
    [
      { type: 'session.compacted', summary: 'first', taskId: 't1' },
      { type: 'session.compacted', summary: 'second', taskId: 't2' },
    ],
    { compaction: { summary: 'second', taskId: 't2', at: 3000 } },
  ],
  ['that it is closed', [{ type: 'session.closed' }], { isClosed: true }],
  [
    'that it is open again, and everything else as before',
    [
      { type: 'session.named', name: 'trip' },
      { type: 'session.closed' },
      sessionOpened({ agent: 'other', directory: '/elsewhere' }),
    ],
    { isClosed: false, name: 'trip', agent: 'weather', generation: 4 },
  ],
];

describe('foldSession', () => {
  it.each(CASES)('knows %s', (_name, events, expected) => {
    expect(sessionOf(...events)).toMatchObject(expected);
  });

  it('knows where a session began and when it changed', () => {
    const forkedFrom = { sessionId: 'c0', taskId: 't7' };
    const events = sessionJournal(sessionOpened({ directory: '/work', forkedFrom }), {
      type: 'session.named',
      name: 'trip',
    });
    expect(foldSession(events)).toEqual({
      id: 'c1',
      agent: 'weather',
      principal: 'ada',
      directory: '/work',
      forkedFrom,
      name: 'trip',
      settings: {},
      include: [],
      exclude: [],
      permitted: [],
      isClosed: false,
      generation: 2,
      createdAt: 1000,
      updatedAt: 2000,
    });
  });

  it('has no session where there are no events', () => {
    expect(foldSession([])).toBeUndefined();
  });

  it('reads what a later release wrote', () => {
    const later: unknown = [
      { ...sessionOpened(), colour: 'red', generation: 1, at: 1 },
      { type: 'session.coloured', colour: 'blue', generation: 2, at: 2 },
      { type: 'session.set', settings: { model: 'a/b', colour: 'blue' }, generation: 3, at: 3 },
      { type: 'session.named', name: 'trip', colour: 'blue', generation: 4, at: 4 },
    ];
    const session = foldSession(later as NumberedSessionEvent[]);
    expect(session).toMatchObject({
      name: 'trip',
      settings: { model: 'a/b', colour: 'blue' },
      generation: 4,
    });
  });

  it.each([
    ['a log without a beginning', undefined, { type: 'session.closed' }, 1, 'log-without-start'],
    ['a log that begins later', undefined, sessionOpened(), 2, 'log-without-start'],
    ['a gap', sessionOf(), { type: 'session.closed' }, 3, 'generation-gap'],
  ] as const)('refuses %s', (_name, session, event, generation, code) => {
    expect(() => applySessionEvent(session, { ...event, generation, at: 9 })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
