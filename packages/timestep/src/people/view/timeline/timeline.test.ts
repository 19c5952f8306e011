import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { NumberedEvent, TaskEvent } from '#core';
import type { Timeline } from './timeline-row.ts';
import { EMPTY_TIMELINE, listTimelineRows } from './timeline-rows.ts';
import { addEventToTimeline } from './timeline.ts';
import { getRowName } from '../tree/row-name.ts';
import {
  FINISHED,
  createReply,
  createUserMessage,
  createModelStarted,
  createUpdates,
} from '../view.fixture.ts';

function timelineOf(happenings: readonly TaskEvent[]): Timeline {
  const events = createUpdates('t1', happenings).flatMap((update) =>
    update.kind === 'event' ? [update.event] : [],
  );
  return events.reduce(addEventToTimeline, EMPTY_TIMELINE);
}

/** Rows as `kind label state attempt`, in the order of their beginning, without the time before the first step. */
function shownBy(happenings: readonly TaskEvent[]): string[] {
  return listTimelineRows(timelineOf(happenings))
    .filter(({ kind }) => kind !== 'ready')
    .map(({ kind, label, state, attempt }) => [kind, label, state, attempt ?? ''].join(' ').trim());
}

it('shows the time until the first step, and that until the work goes on after a crash', () => {
  const submitted = createUserMessage('hello');
  const happenings = [
    submitted,
    createModelStarted(1),
    { type: 'task.resumed', afterCrash: true },
    { type: 'model.lost' },
    createModelStarted(1),
  ] as const;
  const events = createUpdates('t1', happenings as readonly TaskEvent[]).flatMap((update) =>
    update.kind === 'event' ? [update.event] : [],
  );
  const times = events.map(({ type }, at) => (type === 'task.submitted' ? 0 : at * 1000));
  const late = events.map((event, at) => ({ ...event, at: times[at] ?? 0 }));
  const rows = listTimelineRows(late.reduce(addEventToTimeline, EMPTY_TIMELINE));
  const ready = rows.filter(({ kind }) => kind === 'ready');
  expect(ready.map(({ from, to = 0 }) => to - from)).toEqual([2000, 2000]);
  expect(ready.map(({ note }) => note)).toEqual([
    'the agent and its tool servers start',
    'in another process: the agent and its tool servers start',
  ]);
  const soon = events.map((event, at) => ({ ...event, at }));
  const quick = listTimelineRows(soon.reduce(addEventToTimeline, EMPTY_TIMELINE));
  expect(quick.some(({ kind }) => kind === 'ready')).toBe(false);
});

it('shows a parked task until a user lets it go on', () => {
  const parked = [
    createUserMessage('hello'),
    { type: 'task.parked', question: { text: 'Go on or cancel?' } },
  ] as const;
  expect(shownBy(parked).at(-1)).toBe('question parked running');
  const rows = shownBy([...parked, { type: 'task.resumed', messageId: 'm2' }]);
  expect(rows.slice(-2)).toEqual(['question parked done', 'mark resumed done']);
});

it('shows an agent whose answer comes from elsewhere as the agent that it asks there', () => {
  const dispatch = {
    state: 'accepted',
    agent: 'http://peer/agents/sky',
    message_id: 't1:1',
    task_id: 'p1',
  } as const;
  const report = { type: 'dispatch.reported', key: 't1:1', attempt: 1, dispatch } as const;
  const rows = listTimelineRows(
    timelineOf([createUserMessage('hello'), createModelStarted(1), report, createReply(1, 'Rain')]),
  );
  expect(rows.at(-1)).toMatchObject({
    label: 'peer/agents/sky',
    asksAgent: true,
    awaited: 'p1',
    remote: { address: 'http://peer/agents/sky' },
    note: 'Rain',
    state: 'done',
  });
});

it('names a remote agent as its card does, with its address beside it', () => {
  const dispatch = {
    state: 'accepted',
    agent: 'http://peer/a2a/7',
    name: 'Sky',
    message_id: 'm',
    task_id: 'p1',
  } as const;
  const report = (key: string) =>
    ({ type: 'dispatch.reported', key, attempt: 1, dispatch }) as const;
  const remote = { name: 'Sky', address: 'http://peer/a2a/7' };
  const answered = [createUserMessage('hello'), createModelStarted(1), report('t1:1')];
  expect(listTimelineRows(timelineOf(answered)).at(-1)).toMatchObject({ label: 'Sky', remote });
  const asked = '{"agent_uri":"http://peer/a2a/7","message":"Rain?"}';
  const handedOff = [
    createUserMessage('hello'),
    createModelStarted(1),
    createReply(1, null, [['c1', 'handoff', asked]]),
    { type: 'tool.started', callId: 'c1', attempt: 1 } as const,
    report('t1:1:c1'),
  ];
  const row = listTimelineRows(timelineOf(handedOff)).at(-1);
  expect(row).toMatchObject({ kind: 'tool', label: '7', remote });
  expect(row && getRowName(row)).toBe('→ Sky');
});

it('shows how far a message to a remote agent has come', () => {
  const dispatch = { state: 'sending', agent: 'peer', message_id: 't1:1' } as const;
  const report = { type: 'dispatch.reported', key: 't1:1', attempt: 1, dispatch } as const;
  expect(shownBy([createUserMessage('hello'), createModelStarted(1), report]).at(-1)).toBe(
    'mark remote agent done',
  );
});

it('shows attempts, a crash, and what came after it', () => {
  expect(
    shownBy([
      createUserMessage('hello'),
      createModelStarted(1),
      { type: 'task.resumed', afterCrash: true },
      { type: 'model.lost', step: 1, attempt: 1 },
      createModelStarted(1, 2),
      createReply(1, null, [['c1', 'send_mail', '{}']], 2),
      { type: 'tool.started', callId: 'c1', attempt: 1 },
      { type: 'tool.interrupted', callId: 'c1' },
      { type: 'tool.started', callId: 'c1', attempt: 2 },
      { type: 'tool.returned', callId: 'c1', content: 'sent' },
      createModelStarted(2),
      createReply(2, 'Done.'),
      FINISHED,
    ]),
  ).toEqual([
    'turn guide done',
    'mark message done',
    'model step 1 lost 1',
    'crash process crashed lost',
    'model step 1 done 2',
    'tool send_mail lost 1',
    'tool send_mail done 2',
    'model step 2 done 1',
  ]);
});

it('shows for how long no process worked on a task, and which task a remote agent has made', () => {
  const dispatch = { state: 'accepted', agent: 'peer', message_id: 'm', task_id: 'p1' } as const;
  const rows = listTimelineRows(
    timelineOf([
      createUserMessage('hello'),
      createModelStarted(1),
      createReply(1, null, [['c1', 'handoff', '{"agent_uri":"http://sky","message":"Rain?"}']]),
      { type: 'tool.started', callId: 'c1', attempt: 1 },
      { type: 'dispatch.reported', key: 't1:1:c1', attempt: 1, dispatch },
      { type: 'task.resumed', afterCrash: true },
      { type: 'tool.interrupted', callId: 'c1' },
    ]),
  );
  expect(rows.find(({ kind }) => kind === 'crash')).toMatchObject({ from: 6000, to: 7000 });
  expect(rows.find(({ kind }) => kind === 'tool')).toMatchObject({
    label: 'sky',
    note: 'Rain?',
    asksAgent: true,
    awaited: 'p1',
    state: 'lost',
    to: 6000,
  });
  expect(rows.find(({ kind }) => kind === 'model')).toMatchObject({ note: 'sky', calls: true });
});

it('keeps calls apart whose model gives their ids again', () => {
  const asked = '{"agent":"sky","message":"Rain?"}';
  const rows = listTimelineRows(
    timelineOf([
      createUserMessage('hello'),
      createModelStarted(1),
      createReply(1, null, [['c1', 'look', '{}']]),
      { type: 'tool.started', callId: 'c1', attempt: 1 },
      { type: 'tool.returned', callId: 'c1', content: 'seen' },
      createModelStarted(2),
      createReply(2, null, [['c1', 'call_agent', asked]]),
      { type: 'tool.started', callId: 'c1', attempt: 1 },
      { type: 'call.suspended', callId: 'c1', awaits: { task_id: 't2' } },
      { type: 'call.resumed', callId: 'c1', outcome: { task_id: 't2', state: 'completed' } },
      { type: 'tool.started', callId: 'c1', attempt: 1 },
      { type: 'tool.returned', callId: 'c1', content: 'No.' },
      createModelStarted(3),
      createReply(3, null, [['c1', 'pay', '{}']]),
      { type: 'tool.started', callId: 'c1', attempt: 1 },
      { type: 'tool.returned', callId: 'c1', content: 'paid' },
    ]),
  ).filter(({ callId }) => callId === 'c1');
  expect(rows.map(({ kind, label, from }) => [kind, label, from])).toEqual([
    ['tool', 'look', 5000],
    ['task', 'sky', 9000],
    ['tool', 'pay', 16_000],
  ]);
});

it('links a handoff that a client has made with the task of the asked agent', () => {
  const [submitted, ...rest] = createUpdates('t1', [
    createUserMessage('hello'),
    createModelStarted(1),
    createReply(1, null, [['c1', 'handoff', '{"agent_uri":"http://sky","message":"Rain?"}']]),
    {
      type: 'results.received',
      messageId: 'm2',
      results: [{ callId: 'c1', output: 'No.', taskId: 't2' }],
    },
  ]).flatMap((update) => (update.kind === 'event' ? [update.event] : []));
  if (submitted?.type !== 'task.submitted') throw new Error('a log begins with task.submitted');
  const log = [{ ...submitted, toolSite: 'client' } as const, ...rest];
  const rows = listTimelineRows(log.reduce(addEventToTimeline, EMPTY_TIMELINE));
  expect(rows.find(({ kind }) => kind === 'client')).toMatchObject({
    label: 'sky',
    awaited: 't2',
    state: 'done',
  });
});

it('shows each wait with its length and what it was for', () => {
  const timeline = timelineOf([
    createUserMessage('hello'),
    createModelStarted(1),
    createReply(1, null, [['c1', 'ask', '{}']]),
    { type: 'approval.requested', callId: 'c1', reason: 'it sends mail' },
    { type: 'approval.decided', messageId: 'm2', callId: 'c1', approved: true },
    { type: 'tool.started', callId: 'c1', attempt: 1 },
    { type: 'call.suspended', callId: 'c1', awaits: { task_id: 't2' } },
    { type: 'call.resumed', callId: 'c1', outcome: { task_id: 't2', state: 'failed' } },
  ]);
  const rows = listTimelineRows(timeline);
  expect(rows.find(({ kind }) => kind === 'approval')).toMatchObject({
    label: 'ask',
    state: 'done',
    detail: 'it sends mail',
    from: 5000,
    to: 6000,
  });
  expect(rows.find(({ kind }) => kind === 'task')).toMatchObject({
    awaited: 't2',
    state: 'failed',
  });
  expect(timeline.running.map(({ kind }) => kind)).toEqual(['turn']);
});

it('has no row for the moment in which a call keeps a task at another server', () => {
  const timeline = timelineOf([
    createUserMessage('hello'),
    createModelStarted(1),
    createReply(1, null, [['c1', 'ask', '{}']]),
    { type: 'tool.started', callId: 'c1', attempt: 1 },
    { type: 'call.suspended', callId: 'c1', awaits: { task_id: 'mcp:t2', elsewhere: true } },
    { type: 'call.resumed', callId: 'c1', outcome: { task_id: 'mcp:t2', state: 'working' } },
    { type: 'tool.started', callId: 'c1', attempt: 1 },
  ]);
  const kinds = listTimelineRows(timeline).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'task')).toEqual([]);
  expect(timeline.running.map(({ kind }) => kind)).toEqual(['turn', 'tool']);
});

it('stops what is running when the task ends', () => {
  const canceled: TaskEvent = { type: 'task.finished', state: 'canceled', reason: 'canceled' };
  expect(shownBy([createUserMessage('hello'), createModelStarted(1), canceled])).toEqual([
    'turn guide stopped',
    'mark message done',
    'model step 1 stopped 1',
  ]);
});

const GOLDEN = new URL('../../../core/golden/', import.meta.url);

it.each(readdirSync(GOLDEN))('shows %s to its end, and each event once', (file) => {
  const { events } = JSON.parse(readFileSync(new URL(file, GOLDEN), 'utf8')) as {
    readonly events: readonly NumberedEvent[];
  };
  const once = events.reduce(addEventToTimeline, EMPTY_TIMELINE);
  expect([...events, ...events].reduce(addEventToTimeline, EMPTY_TIMELINE)).toEqual(once);
  const ids = listTimelineRows(once).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const isOver = events.at(-1)?.type === 'task.finished';
  expect(once.running.length === 0).toBe(isOver);
});
