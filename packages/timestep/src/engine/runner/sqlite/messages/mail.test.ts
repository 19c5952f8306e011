import { describe, expect, it } from 'vitest';
import {
  foldTask,
  buildTranscript,
  type Submission,
  type Task,
  type TaskEvent,
  mailboxItemToEvents,
  applyMailboxItems,
  type MailboxItem,
} from '#core';
import { begun, FINISHED, followedBy, journal, saying, told } from '../store.fixture.ts';

function sent(more: Partial<Submission>): MailboxItem {
  return {
    kind: 'submission',
    submission: { agent: 'a', principal: 'p', messageId: 'm', ...more },
  };
}

const RESULTS = [{ callId: 'look', output: 'late' }];

/** A task that waits for its client to look. */
function waiting(): Task {
  const first = begun('t');
  const [submitted] = first.events;
  const asked: TaskEvent = {
    type: 'model.replied',
    step: 1,
    attempt: 1,
    message: {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'look', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
  };
  const atClient =
    submitted && foldTask([{ ...submitted, toolSite: 'client' } as typeof submitted]);
  return followedBy({ task: atClient ?? first.task }, told('hi'), asked).task;
}

describe('mail', () => {
  it('becomes what it would have been, had it come directly', () => {
    const { task } = begun('t');
    const { message } = saying('hi');
    expect(mailboxItemToEvents(task, sent({ ...(message && { message }) }))).toEqual([
      { type: 'message.received', messageId: 'm', message },
    ]);
    expect(mailboxItemToEvents(waiting(), sent({ results: RESULTS }))).toEqual([
      { type: 'results.received', messageId: 'm', results: RESULTS },
    ]);
  });

  it('cancels once', () => {
    const { task } = begun('t');
    expect(mailboxItemToEvents(task, { kind: 'cancel' })).toEqual([{ type: 'cancel.requested' }]);
    expect(
      mailboxItemToEvents(applyMailboxItems(task, [{ kind: 'cancel' }]), { kind: 'cancel' }),
    ).toEqual([]);
  });

  it('keeps what came too late in the log, without a change to what came first', () => {
    const answered = applyMailboxItems(waiting(), [
      sent({ messageId: 'first', results: [{ callId: 'look', output: 'first' }] }),
      sent({ messageId: 'second', results: RESULTS, message: { role: 'user', content: 'so?' } }),
    ]);
    const said = buildTranscript(answered).map(({ content }) => content);
    expect(said).toEqual(['hi', null, 'first', 'so?']);
    const denied = sent({ approvals: [{ callId: 'look', approved: false }] });
    expect(mailboxItemToEvents(answered, denied)).toEqual([]);
  });

  it('does not touch a task that has ended', () => {
    const { task } = journal(begun('t'), FINISHED);
    expect(applyMailboxItems(task, [{ kind: 'cancel' }])).toBe(task);
  });
});
