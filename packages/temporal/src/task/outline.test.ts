import {
  apply,
  decide,
  mailboxItemToEvents,
  type NumberedEvent,
  type Task,
} from '@timestep-ai/timestep/core';
import { describe, expect, it } from 'vitest';
import { findOmittedContentName } from './content-key.ts';
import { journals, SECRET } from './journals.fixture.ts';
import {
  restoreEvent,
  eventToOutline,
  submissionToOutline,
  type StoredContent,
} from './outline.ts';

const LEFT_OUT: readonly string[] = ['arguments', 'answers', 'awaited'];

/** What is decided, but for arguments of calls, answers to questions and awaited tasks, which outlines leave out. */
function decisionOf(task: Task): unknown {
  return JSON.parse(
    JSON.stringify(decide(task), (key, value: unknown) => (LEFT_OUT.includes(key) ? '' : value)),
  );
}

describe.each(journals)('outlines of $name', ({ events }) => {
  const outlines = events.map((event) => eventToOutline(event));

  it('lead to the same decisions as the whole', () => {
    let whole: Task | undefined;
    let outlined: Task | undefined;
    events.forEach((event, index) => {
      whole = apply(whole, event);
      outlined = apply(outlined, outlines[index] ?? event);
      expect(decisionOf(outlined)).toEqual(decisionOf(whole));
      expect([outlined.state, outlined.costUsd, outlined.usage]).toEqual([
        whole.state,
        whole.costUsd,
        whole.usage,
      ]);
    });
  });

  it('hold nothing of what was said', () => {
    expect(JSON.stringify(events)).toContain(SECRET);
    expect(JSON.stringify(outlines)).not.toContain(SECRET);
  });

  it('are made whole again by what is stored under their keys', () => {
    let task: Task | undefined;
    events.forEach((event, index) => {
      const outline = outlines[index];
      if (!outline) return;
      const key = task ? findOmittedContentName(task, outline) : 'origin';
      expect(restoreEvent(outline, key === undefined ? undefined : contentOf(event))).toEqual(
        event,
      );
      task = apply(task, event);
    });
  });
});

function contentOf(event: NumberedEvent): StoredContent {
  const base = { agent: 'a', principal: 'p', messageId: 'm' };
  switch (event.type) {
    case 'message.received':
    case 'question.answered': {
      const { message, metadata } = event;
      return {
        kind: 'submission',
        submission: { ...base, message, ...(metadata && { metadata }) },
      };
    }
    case 'results.received':
      return { kind: 'submission', submission: { ...base, results: event.results } };
    case 'approval.decided': {
      const { callId, approved, reason } = event;
      const approvals = [{ callId, approved, ...(reason !== undefined && { reason }) }];
      return { kind: 'submission', submission: { ...base, approvals } };
    }
    default:
      return { kind: 'event', event };
  }
}

describe('completed', () => {
  const outline: NumberedEvent = {
    type: 'tool.failed',
    callId: 'c',
    error: { code: 'canceled', message: 'canceled' },
    generation: 7,
    at: 1,
  };

  it('keeps an outline as it is where something else was left under its key', () => {
    const event = { type: 'tool.returned', callId: 'c', content: 'too late' } as const;
    expect(restoreEvent(outline, { kind: 'event', event })).toEqual(outline);
  });
});

describe('outlines of submissions', () => {
  const { events } = journals.find(({ name }) => name === 'approvals') ?? { events: [] };
  const asked = events.findIndex((event) => event.type === 'approval.decided');
  const task = events.slice(0, asked).reduce<Task | undefined>(apply, undefined);

  it.each(['yes', 'no', `no, because of ${SECRET}`])('are taken as the whole is: %s', (content) => {
    if (!task) throw new Error('no task');
    const submission = {
      agent: 'a',
      principal: 'p',
      messageId: 'm9',
      message: { role: 'user', content },
    } as const;
    const whole = mailboxItemToEvents(task, { kind: 'submission', submission });
    const outlined = mailboxItemToEvents(task, {
      kind: 'submission',
      submission: submissionToOutline(submission),
    });
    expect(outlined.map(({ type }) => type)).toEqual(whole.map(({ type }) => type));
    expect(JSON.stringify(outlined)).not.toContain(SECRET);
  });
});
