import { expect, it } from 'vitest';
import type { NumberedEvent, TaskEvent } from '#core';
import type { StepDetails } from '../wire/steps.ts';
import {
  createModelStarted,
  createReply,
  createUpdates,
  createUserMessage,
  FINISHED,
} from '../view.fixture.ts';
import { addEventToStepLog, beginStepLog, describeStep, type StepLog } from './describe-step.ts';

const HAPPENINGS: readonly TaskEvent[] = [
  createUserMessage('Pay five'),
  createModelStarted(1),
  createReply(1, null, [['c1', 'pay', '{"amount":5}']]),
  { type: 'approval.requested', callId: 'c1', reason: 'it moves money' },
  {
    type: 'approval.decided',
    messageId: 'm2',
    callId: 'c1',
    approved: true,
    arguments: '{"amount":4}',
    by: { principal: 'ana', entry: 'page' },
  },
  { type: 'tool.started', callId: 'c1', attempt: 1, replay: 'key' },
  { type: 'task.resumed', afterCrash: true, lostProcess: '7-9f3c', newProcess: '8-77ab' },
  { type: 'tool.interrupted', callId: 'c1' },
  { type: 'tool.started', callId: 'c1', attempt: 2, replay: 'key' },
  { type: 'tool.returned', callId: 'c1', content: 'paid' },
  createModelStarted(2),
  createReply(2, 'Done.'),
  FINISHED,
];

const LOG: readonly NumberedEvent[] = createUpdates('t1', HAPPENINGS).flatMap((update) =>
  update.kind === 'event' ? [update.event] : [],
);

function describe(row: string): StepDetails | undefined {
  const begun = beginStepLog(row);
  return begun && describeStep(LOG.reduce<StepLog>(addEventToStepLog, begun));
}

it('shows what a model received, what of it was new, and what it replied', () => {
  const step = describe('model/12/');
  expect(step).toMatchObject({
    kind: 'model',
    step: 2,
    attempt: 1,
    omitted: 0,
    newFrom: 2,
    reply: { content: 'Done.' },
  });
  const roles = step?.kind === 'model' ? step.messages.map(({ role }) => role) : [];
  expect(roles).toEqual(['user', 'assistant', 'tool']);
  const parts = step?.kind === 'model' ? step.window.map(({ part }) => part) : [];
  expect(parts).toEqual(['conversation', 'results']);
});

it('divides the context window into parts that add up to what the provider counted', () => {
  const usage = { prompt_tokens: 700, completion_tokens: 9, total_tokens: 709 };
  const log = LOG.map((event) =>
    event.type === 'model.replied' ? { ...event, message: { ...event.message, usage } } : event,
  );
  const begun = beginStepLog('model/12/');
  const step = begun && describeStep(log.reduce<StepLog>(addEventToStepLog, begun));
  const parts = step?.kind === 'model' ? step.window : [];
  expect(parts.map(({ part }) => part)).toEqual(['conversation', 'results', 'tools']);
  expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(700);
});

it('shows a call with the arguments that a person changed, and its result', () => {
  expect(describe('tool/10/c1')).toMatchObject({
    kind: 'call',
    call: { function: { arguments: '{"amount":5}' } },
    changed: '{"amount":4}',
    attempt: 2,
    replay: 'key',
    result: 'paid',
  });
  expect(describe('tool/7/c1')).toMatchObject({ attempt: 1, isInterrupted: true });
});

it('shows what a person was asked, when, and what was decided', () => {
  expect(describe('approval/5/c1')).toMatchObject({
    kind: 'person',
    reason: 'it moves money',
    decision: { callId: 'c1', approved: true, arguments: '{"amount":4}' },
    by: { principal: 'ana', entry: 'page' },
    from: 5000,
    answeredAt: 6000,
  });
});

const ASKED = createReply(1, 'For whom?');
const ASKING: TaskEvent =
  ASKED.type === 'model.replied'
    ? { ...ASKED, message: { ...ASKED.message, expects_reply: true } }
    : ASKED;
const SAID = createUserMessage('Ada', 'm2');

it.each<[string, readonly TaskEvent[], string, StepDetails | object]>([
  [
    'question in its text',
    [ASKING, { ...SAID, by: { principal: 'ana', entry: 'a2a-1.0' } } as TaskEvent],
    'question/4/',
    { question: 'For whom?', answer: 'Ada', by: { principal: 'ana', entry: 'a2a-1.0' } },
  ],
  [
    'question in its text, in a log of an earlier release',
    [ASKING, SAID],
    'question/4/',
    { question: 'For whom?', answer: 'Ada', principal: '' },
  ],
  [
    'question whether it goes on',
    [
      { type: 'task.parked', question: { text: 'Go on or cancel?' } },
      { type: 'task.resumed', messageId: 'm2', by: { entry: 'terminal' } },
    ],
    'question/4/',
    { question: 'Go on or cancel?', answer: 'go on', by: { entry: 'terminal' } },
  ],
  [
    'question whether it goes on that was answered with a cancellation',
    [
      { type: 'task.parked', question: { text: 'Go on or cancel?' } },
      { type: 'cancel.requested', messageId: 'm2', by: { entry: 'page' } },
      FINISHED,
    ],
    'question/4/',
    { answer: 'cancel', by: { entry: 'page' } },
  ],
])('says who answered a %s', (_name, events, row, expected) => {
  const log = createUpdates('t1', [createUserMessage('Pay'), createModelStarted(1), ...events]);
  const begun = beginStepLog(row);
  const read = log.flatMap((update) => (update.kind === 'event' ? [update.event] : []));
  const step = begun && describeStep(read.reduce<StepLog>(addEventToStepLog, begun));
  expect(step).toMatchObject({ kind: 'person', answeredAt: 5000, ...expected });
});

it('shows which work a crash has interrupted, and whether it was repeated', () => {
  expect(describe('crash/8/')).toMatchObject({
    kind: 'crash',
    from: 7000,
    resumedAt: 8000,
    lostProcess: '7-9f3c',
    newProcess: '8-77ab',
    work: [{ kind: 'tool', label: 'pay', attempt: 1, replay: 'key', isRepeated: true }],
  });
});

it('shows a task as a whole', () => {
  expect(describe('turn/1/')).toMatchObject({
    kind: 'turn',
    question: 'Pay five',
    answer: 'Done.',
    end: { state: 'completed' },
  });
});

it.each(['', 'model', 'model/x/', 'model/99/', 'turn/2/', 'crash/4/', 'tool/10/c9'])(
  'knows nothing of the row "%s"',
  (row) => {
    expect(describe(row)).toBeUndefined();
  },
);
