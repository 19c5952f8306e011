import { describe, expect, it } from 'vitest';
import { buildHistoryForNextTask, listValidEntries } from './continuation.ts';
import { decide } from '../decide/decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { submitted, taskOf, user } from '../journal.fixture.ts';
import { createOutputMismatch } from './output-mismatch.ts';
import { listRepliesSinceLastInput } from './next-reply-settings.ts';
import { snapshotToTask, taskToSnapshot, type TaskSnapshot } from './snapshot.ts';
import { historyToMessages } from '../message/task-history.ts';
import { buildTranscript, listMessages, type Task } from './task.ts';

function fold(...events: readonly TaskEvent[]): Task {
  const prompt = { type: 'prompt.loaded', content: 'You know cities.' } as const;
  return taskOf(submitted({ loadPrompt: true }), user('where'), prompt, ...events);
}

/** A step whose answer does not match, as the runner records it after `before`. */
function mismatch(before: Task, step: number, text: string): TaskEvent[] {
  return [
    { type: 'model.started', step, attempt: 1 },
    {
      type: 'model.replied',
      step,
      attempt: 1,
      message: {
        role: 'assistant',
        content: '',
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      },
      mismatch: createOutputMismatch(before, text, 'city: is missing'),
    },
  ];
}

const one = mismatch(fold(), 1, 'Oslo');
const two = [...one, ...mismatch(fold(...one), 2, '{}')];
const three = [...two, ...mismatch(fold(...two), 3, '[]')];

describe('an answer that does not match the output schema', () => {
  it('is asked for again, as a step of the task', () => {
    const task = fold(...one);
    expect(decide(task)).toMatchObject({ do: 'call-model', step: 2, attempt: 1 });
    expect([task.state, task.turnSteps, task.corrections]).toEqual(['working', 1, 1]);
  });

  it('is shown to the model with what is wrong', () => {
    expect(buildTranscript(fold(...two))).toMatchObject([
      { role: 'system', content: 'You know cities.' },
      { role: 'user', content: 'where' },
      { role: 'assistant', content: 'Oslo' },
      { role: 'user', content: expect.stringContaining('city: is missing') as string },
      { role: 'assistant', content: '{}' },
      { role: 'user', content: expect.stringContaining('corrected JSON') as string },
    ]);
  });

  it('is not part of the conversation', () => {
    const task = fold(...two);
    const where = [{ role: 'user', content: 'where' }];
    expect(listMessages(task)).toEqual(where);
    expect(listValidEntries(task).map(({ message }) => message)).toEqual(where);
    expect(historyToMessages(buildHistoryForNextTask(task))).toEqual(where);
  });

  it('counts to the tokens of the request', () => {
    expect(listRepliesSinceLastInput(fold(...two))).toHaveLength(2);
  });

  it('fails the task after two corrections', () => {
    expect(decide(fold(...three))).toEqual({
      do: 'finish',
      state: 'failed',
      reason: 'error',
      error: {
        code: 'output-mismatch',
        message:
          'the answer does not match the output schema after 2 corrections: city: is missing',
      },
    });
  });

  it('is held against the newest message only', () => {
    const task = fold(...one, {
      type: 'message.received',
      messageId: 'm2',
      message: { role: 'user', content: 'now' },
    });
    expect([task.corrections, decide(task).do]).toEqual([0, 'call-model']);
    expect(buildTranscript(task)).toHaveLength(5);
  });

  it('leaves the selected context after the message of the user', () => {
    const items = [{ kind: 'rule', name: 'r', reason: 'always', text: 'Be brief.' }] as const;
    const task = fold({ type: 'context.selected', items }, ...one);
    expect(buildTranscript(task).map(({ content }) => content)).toEqual([
      'You know cities.',
      'where',
      'Rule (r):\nBe brief.',
      'Oslo',
      expect.stringContaining('is missing'),
    ]);
  });

  it('survives a snapshot', () => {
    const task = fold(...two);
    const copy = snapshotToTask(parseJson(JSON.stringify(taskToSnapshot(task))));
    expect(buildTranscript(copy)).toEqual(buildTranscript(task));
    expect(copy.corrections).toBe(2);
  });

  it('has issues of a bounded length', () => {
    const { issues } = createOutputMismatch(fold(), '', 'x'.repeat(100_000));
    expect(issues.length).toBeLessThan(2100);
  });
});

function parseJson(text: string): TaskSnapshot {
  return JSON.parse(text) as TaskSnapshot;
}
