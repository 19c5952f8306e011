import { describe, expect, it } from 'vitest';
import { modelStep, submitted, taskOf, user } from './journal.fixture.ts';
import { accept, type Submission } from './submission.ts';

const waiting = taskOf(
  submitted({ toolSite: 'client' }),
  user('x'),
  ...modelStep(1, [
    ['a', 'f'],
    ['b', 'g'],
  ]),
);
const ended = taskOf(submitted(), {
  type: 'task.finished',
  state: 'completed',
  reason: 'final_answer',
});
const fresh = taskOf(submitted());

function sent(change: Partial<Submission>): Submission {
  return { agent: 'weather', principal: '', messageId: 'm9', ...change };
}

describe('accept', () => {
  it('takes results and text of one message as two events, results first', () => {
    const message = { role: 'user', content: 'and hurry' } as const;
    const accepted = accept(waiting, sent({ message, results: [{ callId: 'b', output: '1' }] }));
    expect(accepted).toMatchObject({
      accepted: true,
      events: [
        { type: 'results.received', messageId: 'm9' },
        { type: 'message.received', message },
      ],
    });
  });

  it.each([
    [
      'a message to an ended task',
      ended,
      { message: { role: 'user', content: 'x' } },
      'task-finished',
    ],
    [
      'a message of another context',
      fresh,
      { contextId: 'other', message: { role: 'user', content: 'x' } },
      'context-mismatch',
    ],
    ['nothing', fresh, {}, 'empty-submission'],
    [
      'results nobody asked for',
      fresh,
      { results: [{ callId: 'a', output: '' }] },
      'results-without-call',
    ],
    [
      'results of an unknown call',
      waiting,
      { results: [{ callId: 'zzz', output: '' }] },
      'unknown-call',
    ],
  ] as const)('refuses %s', (_name, task, change, code) => {
    expect(accept(task, sent(change))).toMatchObject({ accepted: false, refusal: { code } });
  });
});
