import { expect, it } from 'vitest';
import type { Dispatch, TaskEvent } from '#core';
import { formatEventLine } from './event-line.ts';

const error = { code: 'broken', message: 'on fire' };

it.each<[TaskEvent, string]>([
  [{ type: 'calls.declined', messageId: 'm1' }, 'calls.declined  m1'],
  [
    { type: 'results.received', messageId: 'm1', results: [{ callId: 'c1', output: 'x' }] },
    'results.received  m1 for c1',
  ],
  [{ type: 'prompt.loaded', content: null }, 'prompt.loaded  none'],
  [{ type: 'prompt.loaded', content: 'four' }, 'prompt.loaded  4 characters'],
  [{ type: 'prompt.failed', error }, 'prompt.failed  broken: on fire'],
  [{ type: 'model.started', step: 2, attempt: 1 }, 'model.started  step 2 attempt 1'],
  [{ type: 'model.lost', step: 2, attempt: 1 }, 'model.lost  step 2 attempt 1'],
  [
    reported({ state: 'sending' }),
    'dispatch.reported  sending to peer, which has not answered yet',
  ],
  [reported({ state: 'accepted', task_id: 't2' }), 'dispatch.reported  peer has it as task t2'],
  [reported({ state: 'unsent' }), 'dispatch.reported  peer has not received it'],
  [reported({ state: 'unknown' }), 'dispatch.reported  unknown whether peer received it'],
  [
    { type: 'model.failed', step: 2, attempt: 1, error },
    'model.failed  step 2 attempt 1: broken: on fire',
  ],
  [
    { type: 'model.failed', step: 2, attempt: 1, error, retryAt: 0 },
    'model.failed  step 2 attempt 1: broken: on fire; next attempt at 1970-01-01T00:00:00.000Z',
  ],
  [
    { type: 'approval.decided', messageId: 'm2', callId: 'c1', approved: true },
    'approval.decided  c1: approved by m2',
  ],
  [
    {
      type: 'approval.decided',
      messageId: 'm2',
      callId: 'c1',
      approved: false,
      by: { principal: 'ana', entry: 'page' },
    },
    'approval.decided  c1: denied by ana, on the page (m2)',
  ],
  [{ type: 'tool.started', callId: 'c1', attempt: 3 }, 'tool.started  c1 attempt 3'],
  [
    { type: 'task.resumed', afterCrash: true, lostProcess: '7-9f3c', newProcess: '8-77ab' },
    'task.resumed  process 7-9f3c crashed, process 8-77ab took over',
  ],
  [{ type: 'tool.interrupted', callId: 'c1' }, 'tool.interrupted  c1'],
  [{ type: 'tool.returned', callId: 'c1', content: 'a\nb' }, 'tool.returned  c1: a⏎b'],
  [
    {
      type: 'tool.returned',
      callId: 'c1',
      content: 'a',
      artifacts: [
        { artifact_id: 'x', name: 'plan.md', parts: [] },
        { artifact_id: 'y', parts: [] },
      ],
    },
    'tool.returned  c1: a, artifact plan.md, artifact y',
  ],
  [
    { type: 'call.suspended', callId: 'c1', awaits: { task_id: 't2', state: { own: 1 } } },
    'call.suspended  c1: for t2',
  ],
  [
    { type: 'call.resumed', callId: 'c1', outcome: { task_id: 't2', state: 'completed' } },
    'call.resumed  c1: t2 completed',
  ],
  [
    { type: 'call.resumed', callId: 'c1', outcome: { task_id: 't2', state: 'failed', error } },
    'call.resumed  c1: t2 failed: broken: on fire',
  ],
  [
    {
      type: 'call.resumed',
      callId: 'c1',
      outcome: { task_id: 't2', state: 'working', timed_out: true },
    },
    'call.resumed  c1: t2 working, timed out',
  ],
  [
    { type: 'question.asked', callId: 'c1', question: { text: 'For\nwhom?' } },
    'question.asked  c1: For⏎whom?',
  ],
  [
    {
      type: 'question.answered',
      messageId: 'm2',
      callId: 'c1',
      message: { role: 'user', content: 'Ada' },
    },
    'question.answered  c1 by m2',
  ],
  [
    {
      type: 'question.answered',
      messageId: 'm2',
      callId: 'c1',
      message: { role: 'user', content: 'Ada' },
      by: { principal: 'ana', entry: 'a2a-1.0' },
    },
    'question.answered  c1 by ana, over A2A 1.0 (m2)',
  ],
  [
    {
      type: 'message.received',
      messageId: 'm2',
      message: { role: 'user', content: 'Ada' },
      by: { principal: 'ana', entry: 'responses' },
    },
    'message.received  m2 from ana, over Responses',
  ],
  [
    { type: 'calls.declined', messageId: 'm2', by: { entry: 'acp' } },
    'calls.declined  m2 from a user of this server, in an editor',
  ],
  [
    { type: 'task.resumed', messageId: 'm2', by: { principal: 'ana', entry: 'page' } },
    'task.resumed  allowed to continue by ana, on the page (m2)',
  ],
  [
    { type: 'cancel.requested', messageId: 'm2', by: { principal: 'ana', entry: 'page' } },
    'cancel.requested  by ana, on the page',
  ],
  [{ type: 'tool.failed', callId: 'c1', error }, 'tool.failed  c1: broken: on fire'],
  [{ type: 'cancel.requested' }, 'cancel.requested'],
  [{ type: 'limit.reached', limit: 'max_steps' }, 'limit.reached  max_steps'],
  [
    { type: 'task.finished', state: 'failed', reason: 'error', error },
    'task.finished  failed (error): broken: on fire',
  ],
])('%j', (event, line) => {
  expect(formatEventLine({ ...event, generation: 12, at: 1500 }, 1000)).toBe(
    `    12  +0.500s  ${line}`,
  );
});

it('cuts long texts short', () => {
  const event = { type: 'tool.returned', callId: 'c', content: 'x'.repeat(500) } as const;
  const line = formatEventLine({ ...event, generation: 1, at: 0 }, 0);
  expect(line).toMatch(/x{120}… \(380 more characters\)$/);
});

function reported(dispatch: Pick<Dispatch, 'state' | 'task_id'>): TaskEvent {
  const sent = { agent: 'peer', message_id: 't1:1' };
  return { type: 'dispatch.reported', key: 't1:1', attempt: 1, dispatch: { ...sent, ...dispatch } };
}
