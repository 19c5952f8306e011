import { describe, expect, it } from 'vitest';
import { decide } from '../decide/decide.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { mailboxItemToEvents } from './mailbox.ts';
import { decideAcceptance, type Submission } from './submission.ts';

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
  it('takes words instead of results as declining the calls', () => {
    const message = { role: 'user', content: 'do without' } as const;
    const accepted = decideAcceptance(waiting, sent({ message }));
    expect(accepted).toMatchObject({
      accepted: true,
      events: [{ type: 'calls.declined' }, { type: 'message.received' }],
    });
  });

  it('takes results and text of one message as two events, results first', () => {
    const message = { role: 'user', content: 'and hurry' } as const;
    const accepted = decideAcceptance(
      waiting,
      sent({ message, results: [{ callId: 'b', output: '1' }] }),
    );
    expect(accepted).toMatchObject({
      accepted: true,
      events: [
        { type: 'results.received', messageId: 'm9' },
        { type: 'message.received', message },
      ],
    });
  });

  it('takes a transcript alone for a new task, with nothing to record', () => {
    const history = [
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '1' },
    ] as const;
    const task = taskOf(submitted({ history }));
    const accepted = decideAcceptance(task, sent({ start: { history } }));
    expect(accepted).toEqual({ accepted: true, events: [] });
    expect(decide(task)).toMatchObject({ do: 'call-model', step: 1 });
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
    ['an empty transcript', fresh, { start: { history: [] } }, 'empty-submission'],
    [
      'nothing new in a conversation that has a history',
      taskOf(submitted({ history: [{ role: 'user', content: 'x' }] })),
      {},
      'empty-submission',
    ],
    [
      'a transcript for a task that has begun',
      waiting,
      { taskId: 't1', start: { history: [{ role: 'user', content: 'x' }] } },
      'empty-submission',
    ],
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
    expect(decideAcceptance(task, sent(change))).toMatchObject({
      accepted: false,
      refusal: { code },
    });
  });
});

describe('by', () => {
  const by = { principal: 'ana', entry: 'page' } as const;
  const asking = taskOf(submitted(), user('x'), ...modelStep(1, [['a', 'f']]), {
    type: 'approval.requested',
    callId: 'a',
  });
  const approvals = [{ callId: 'a', approved: true }];
  const decided = { type: 'approval.decided', messageId: 'm9', callId: 'a', approved: true };

  it('is recorded with a decision, also with one that arrives in words', () => {
    const message = { role: 'user', content: 'yes' } as const;
    for (const change of [{ approvals }, { message }]) {
      expect(decideAcceptance(asking, sent({ ...change, by }))).toEqual({
        accepted: true,
        events: [{ ...decided, by }],
      });
    }
  });

  it('is recorded by the process that reads the decision from the mailbox later', () => {
    const submission = sent({ approvals, by, message: { role: 'user', content: 'hurry' } });
    const late = mailboxItemToEvents(asking, { kind: 'submission', submission });
    expect(late[0]).toEqual({ ...decided, by });
  });

  const words = { role: 'user', content: 'do without' } as const;
  const received = { type: 'message.received', messageId: 'm9', message: words } as const;

  it('is recorded with words that decline calls, and with words to an open task', () => {
    expect(decideAcceptance(asking, sent({ message: words, by }))).toEqual({
      accepted: true,
      events: [
        { type: 'calls.declined', messageId: 'm9', by },
        { ...received, by },
      ],
    });
    expect(decideAcceptance(fresh, sent({ message: words, by }))).toEqual({
      accepted: true,
      events: [{ ...received, by }],
    });
  });

  it.each([
    ['go on', 'task.resumed'],
    ['cancel', 'cancel.requested'],
  ] as const)('is recorded with "%s" about a stopped task', (content, type) => {
    const stopped = taskOf(submitted(), user('x'), {
      type: 'task.parked',
      question: { text: 'Go on or cancel?' },
    });
    expect(decideAcceptance(stopped, sent({ message: { role: 'user', content }, by }))).toEqual({
      accepted: true,
      events: [{ type, messageId: 'm9', by }],
    });
  });

  it('is absent if the sender is unknown, as in earlier releases', () => {
    expect(decideAcceptance(asking, sent({ approvals }))).toEqual({
      accepted: true,
      events: [decided],
    });
  });
});
