import { expect, it } from 'vitest';
import { createVerdict, type Tally } from './verdict.ts';

const good: Tally = {
  turns: 3,
  sent: ['m1', 'm2', 'm3'],
  persisted: ['m1', 'm2', 'm3'],
  replies: ['r-m1', 'r-m2', 'r-m3'],
  duplicateReplies: 0,
  isPersistedBeforeCrash: true,
  crashes: [1],
  restarts: 1,
  modelCalls: { m1: 1, m2: 1, m3: 1 },
  states: ['COMPLETED', 'completed'],
};

it('accepts three messages, one crash and three replies', () => {
  const { ok, rows } = createVerdict(good);
  expect(ok).toBe(true);
  expect(rows.map(({ name }) => name)).toEqual([
    'messages sent',
    'messages persisted',
    'persisted before the crash',
    'replies received',
    'duplicate replies shown, of 0 seen',
    'restarts of agent B',
    'exit code of the crash',
    'model calls',
    'final states',
  ]);
});

it('accepts a reply that came again and was kept out, and as many turns as were asked for', () => {
  expect(createVerdict({ ...good, duplicateReplies: 1 }).ok).toBe(true);
  const one = { sent: ['m1'], persisted: ['m1'], replies: ['r-m1'], modelCalls: { m1: 1 } };
  expect(createVerdict({ ...good, ...one, turns: 1 }).ok).toBe(true);
});

it.each<[string, Partial<Tally>, string]>([
  ['a lost reply', { replies: ['r-m1', 'r-m2'] }, 'replies received'],
  ['a reply twice', { replies: ['r-m1', 'r-m2', 'r-m3', 'r-m3'] }, 'replies received'],
  ['another reply instead', { replies: ['r-m1', 'r-m2', 'r-m2'] }, 'replies received'],
  ['a message that was not sent', { sent: ['m1', 'm2'] }, 'messages sent'],
  ['a message that was not kept', { persisted: ['m1', 'm2'] }, 'messages persisted'],
  ['a message kept twice', { persisted: ['m1', 'm2', 'm3', 'm3'] }, 'messages persisted'],
  ['a crash first', { isPersistedBeforeCrash: false }, 'persisted before the crash'],
  ['no crash', { crashes: [], restarts: 0 }, 'exit code of the crash'],
  ['a process that ended well', { crashes: [0] }, 'exit code of the crash'],
  ['a process that was killed', { crashes: [null] }, 'exit code of the crash'],
  ['a second crash', { crashes: [1, 1], restarts: 2 }, 'restarts of agent B'],
  ['a process nobody started again', { restarts: 0 }, 'restarts of agent B'],
  ['a fourth model call', { modelCalls: { m1: 1, m2: 1, m3: 2 } }, 'model calls'],
  [
    'a model call about something else',
    { modelCalls: { m1: 1, m2: 1, m3: 1, other: 1 } },
    'model calls',
  ],
  ['an answer without a model', { modelCalls: { m1: 1, m2: 1 } }, 'model calls'],
  ['a task that still waits', { states: ['COMPLETED', 'input-required'] }, 'final states'],
  ['a task that failed', { states: ['FAILED', 'completed'] }, 'final states'],
  ['fewer turns than asked for', { turns: 4 }, 'messages sent'],
])('refuses %s', (_name, bad, name) => {
  const { ok, rows } = createVerdict({ ...good, ...bad });
  expect(ok).toBe(false);
  expect(rows.find((row) => row.name === name)?.holds).toBe(false);
});
