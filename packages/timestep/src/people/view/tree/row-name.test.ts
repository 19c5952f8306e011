import { expect, it } from 'vitest';
import type { TimelineRow } from '../timeline/timeline-row.ts';
import { getRowName, getRowNote } from './row-name.ts';

const row = (kind: TimelineRow['kind'], more: Partial<TimelineRow> = {}): TimelineRow => {
  return { id: kind, kind, label: 'step 1', from: 0, generation: 2, state: 'done', ...more };
};

it.each([
  [row('model', { calls: true, note: 'ops_restart' }), 'Decides', 'ops_restart'],
  [row('model', { note: 'Done.' }), 'Answers', '“Done.”'],
  [
    row('model', { label: 'peer/sky', asksAgent: true, note: 'Rain' }),
    '→ peer/sky',
    'answers “Rain”',
  ],
  [row('model', { note: '' }), 'Answers', undefined],
  [row('model', { state: 'running' }), 'Thinks', undefined],
  [row('task', { label: 'sky', asksAgent: true, note: 'Rain?' }), '→ sky', '“Rain?”'],
  [
    row('tool', { label: '7', asksAgent: true, remote: { name: 'Sky', address: 'http://peer/7' } }),
    '→ Sky',
    undefined,
  ],
  [row('tool', { label: 'ops_read', note: 'checkout' }), 'ops_read', 'checkout'],
  [row('tool', { label: 'ops_read', note: 'x', detail: 'gone' }), 'ops_read', 'gone'],
  [
    row('tool', { label: 'ops_read', state: 'running', note: 'checkout', progress: '40 of 200' }),
    'ops_read',
    '40 of 200',
  ],
  [
    row('approval', { label: 'ops_restart', state: 'running', note: 'api', detail: 'a rule' }),
    'Waits for approval: ops_restart',
    'a rule',
  ],
  [
    row('approval', { label: 'ops_restart', to: 1, note: 'approved', detail: 'a rule' }),
    'Waited for approval: ops_restart',
    'approved',
  ],
  [row('question', { label: 'asks', to: 1 }), 'Waited for an answer', undefined],
  [row('crash', { label: 'process crashed' }), 'Process crashed, another took over', undefined],
  [
    row('crash', { label: 'process crashed', processes: { lost: '7-9f3c', next: '8-77ab' } }),
    'Process 7 crashed, 8 took over',
    undefined,
  ],
  [
    row('crash', { label: 'process crashed', processes: { lost: '7-9f3c', next: '7-77ab' } }),
    'Process 7-9f3c crashed, 7-77ab took over',
    undefined,
  ],
  [
    row('crash', { label: 'process crashed', processes: { next: '8-77ab' }, note: 'pay repeated' }),
    'Process crashed, 8 took over',
    'pay repeated',
  ],
  [row('ready', { note: 'the agent starts' }), 'Prepares', 'the agent starts'],
] as const)('names %o', (shown, name, note) => {
  expect(getRowName(shown)).toBe(name);
  expect(getRowNote({ row: shown })).toBe(note);
});
