import { expect, it } from 'vitest';
import { isMessageMissingInTask } from './still-waiting.ts';
import type { RemoteTask } from './remote-task.ts';

const call = { id: 'c1', type: 'function', function: { name: 'pay', arguments: '{}' } } as const;
const waiting: RemoteTask = {
  id: 't1',
  contextId: 'c',
  state: 'input-required',
  text: 'For whom?',
  toolCalls: [],
  approvals: [],
  questions: [],
  artifacts: [],
};
const words = { messageId: 'm2', taskId: 't1', message: 'Ada' };
const decision = { messageId: 'm2', taskId: 't1', approvals: [{ callId: 'c1', approved: true }] };
const result = { messageId: 'm2', taskId: 't1', results: [{ callId: 'c1', output: 'done' }] };

it.each([
  ['words that its history is without', words, waiting, ['m1']],
  ['a decision that it wants', decision, { ...waiting, approvals: [call] }, []],
  ['a result that it wants', result, { ...waiting, toolCalls: [call] }, []],
  ['credentials', words, { ...waiting, state: 'auth-required' }, ['m1']],
] as const)('a task awaits %s', (_what, message, task, heard) => {
  expect(isMessageMissingInTask(message, task, heard)).toBe(true);
});

it.each([
  ['words that it has heard', words, waiting, ['m1', 'm2']],
  ['words, without a history', words, waiting, []],
  [
    'a decision, and wants another',
    decision,
    { ...waiting, approvals: [{ ...call, id: 'c2' }] },
    [],
  ],
  ['a decision without words', decision, waiting, ['m1']],
  ['a first message', { messageId: 'm1', message: 'go' }, waiting, ['m0']],
  ['anything once it has ended', words, { ...waiting, state: 'completed' }, ['m1']],
] as const)('a task does not await %s', (_what, message, task, heard) => {
  expect(isMessageMissingInTask(message, task, heard)).toBe(false);
});
