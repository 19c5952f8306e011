import { describe, expect, it } from 'vitest';
import { historyToMessages } from '../message/task-history.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import type { Message } from '../message/message.ts';
import type { SessionEvent } from './session-event.ts';
import { sessionOf } from './session.fixture.ts';
import { buildTurnStart, createSummaryMessage, getTurnSettings } from './turn-start.ts';
import type { Task } from '../task/task.ts';

const rule = { kind: 'rule', name: 'units' } as const;
const skill = { kind: 'skill', name: 'maps' } as const;

const asked: Message = { role: 'user', content: 'x' };
const answered: Message = { role: 'assistant', content: 'y' };
const calling = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
} as const;

function ended(state: 'completed' | 'failed' | 'canceled'): TaskEvent {
  const reason = { completed: 'final_answer', failed: 'error', canceled: 'canceled' } as const;
  return { type: 'task.finished', state, reason: reason[state] };
}

function closedCall(content: string): Message {
  return { role: 'tool', tool_call_id: 'a', content };
}

const completed = taskOf(submitted(), user('x'), ...modelStep(1, 'y'), ended('completed'));
const failed = taskOf(
  submitted(),
  user('x'),
  { type: 'model.started', step: 1, attempt: 1 },
  { type: 'model.failed', step: 1, attempt: 1, error: { code: 'down', message: 'down' } },
  ended('failed'),
);
const canceledBeforeCall = taskOf(
  submitted(),
  user('x'),
  ...modelStep(1, [['a', 'f']]),
  { type: 'cancel.requested' },
  ended('canceled'),
);
const canceledInCall = taskOf(
  submitted(),
  user('x'),
  ...modelStep(1, [['a', 'f']]),
  { type: 'tool.started', callId: 'a', attempt: 1 },
  { type: 'cancel.requested' },
  ended('canceled'),
);
const unanswered = taskOf(
  submitted({ toolSite: 'client' }),
  user('x'),
  ...modelStep(1, [['a', 'f']]),
);
const other = taskOf(
  submitted({ taskId: 't0', history: [{ role: 'user', content: 'before' }] }),
  user('x'),
  ...modelStep(1, 'y'),
  ended('completed'),
);

const notExecuted = closedCall('{"error":"not_executed"}');
const interrupted = closedCall(
  '{"error":"interrupted","detail":"the call was cut off and may have run"}',
);

function compacted(taskId: string): SessionEvent {
  return { type: 'session.compacted', summary: 'they met', taskId };
}

const HISTORIES: readonly (readonly [
  string,
  readonly SessionEvent[],
  Task | undefined,
  Task | undefined,
  readonly Message[],
])[] = [
  ['the first turn', [], undefined, undefined, []],
  ['a completed turn', [], completed, undefined, [asked, answered]],
  ['a failed turn', [], failed, undefined, [asked]],
  [
    'a turn canceled before a call',
    [],
    canceledBeforeCall,
    undefined,
    [asked, calling, notExecuted],
  ],
  ['a turn canceled in a call', [], canceledInCall, undefined, [asked, calling, interrupted]],
  ['a turn that waits for its client', [], unanswered, undefined, [asked, calling, notExecuted]],
  [
    'the first turn of a fork',
    [],
    undefined,
    other,
    [{ role: 'user', content: 'before' }, asked, answered],
  ],
  ['a later turn of a fork', [], completed, other, [asked, answered]],
  [
    'the turn that was compacted',
    [compacted('t1')],
    completed,
    undefined,
    [createSummaryMessage('they met')],
  ],
  [
    'the first turn of a fork after a compacted turn',
    [compacted('t0')],
    undefined,
    other,
    [createSummaryMessage('they met')],
  ],
  [
    'compacted turns that are gone',
    [compacted('t9')],
    undefined,
    undefined,
    [createSummaryMessage('they met')],
  ],
  [
    'a turn that began before the compaction',
    [compacted('t9')],
    other,
    undefined,
    [createSummaryMessage('they met'), asked, answered],
  ],
  [
    'a turn that began with the summary',
    [compacted('t9')],
    { ...other, createdAt: 2000 },
    undefined,
    [{ role: 'user', content: 'before' }, asked, answered],
  ],
];

describe('buildTurnStart', () => {
  it.each(HISTORIES)('continues %s', (_name, events, newest, forked, history) => {
    expect(historyToMessages(buildTurnStart(sessionOf(...events), newest, forked).history)).toEqual(
      history,
    );
  });

  it('sets nothing that the session leaves to the agent', () => {
    expect(buildTurnStart(sessionOf(), undefined)).toEqual({
      history: [],
      turn: { include: [], exclude: [], permitted: [] },
    });
  });

  it('parts settings into those of the turn, of its replies and of its limits', () => {
    const session = sessionOf({
      type: 'session.set',
      settings: {
        model: 'a/b',
        toolPermission: 'always',
        temperature: 0,
        top_p: 0.5,
        max_output_tokens: 99,
        max_steps: 4,
      },
    });
    expect(buildTurnStart(session, undefined)).toEqual({
      history: [],
      turn: {
        model: 'a/b',
        toolPermission: 'always',
        settings: { temperature: 0, top_p: 0.5, max_output_tokens: 99 },
        limits: { max_steps: 4 },
        include: [],
        exclude: [],
        permitted: [],
      },
    });
  });
});

it('gives a turn what the session included, excluded and permitted', () => {
  const session = sessionOf(
    { type: 'session.included', item: rule },
    { type: 'session.excluded', item: skill },
    { type: 'session.permitted', tool: 'search' },
  );
  expect(getTurnSettings(session)).toEqual({
    include: [rule],
    exclude: [skill],
    permitted: ['search'],
  });
});
