import { describe, expect, it } from 'vitest';
import { apply, foldTask } from './apply.ts';
import { journal, modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { buildTranscript } from '../task/task.ts';

describe('apply', () => {
  it('folds a question, a tool call and an answer into a transcript', () => {
    const task = taskOf(
      submitted({ loadPrompt: true }),
      user('weather?'),
      { type: 'prompt.loaded', content: 'You are a weather assistant.' },
      ...modelStep(1, [['c1', 'get_weather']]),
      { type: 'tool.started', callId: 'c1', attempt: 1 },
      { type: 'tool.returned', callId: 'c1', content: 'sunny' },
      ...modelStep(2, 'It is sunny.'),
      { type: 'task.finished', state: 'completed', reason: 'final_answer' },
    );
    expect(buildTranscript(task).map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(task).toMatchObject({ state: 'completed', steps: 2, toolCalls: 1, generation: 10 });
  });

  it('puts parallel results in the order of the calls, not of their arrival', () => {
    const task = taskOf(
      submitted(),
      user('two'),
      ...modelStep(1, [
        ['a', 'x'],
        ['b', 'y'],
      ]),
      { type: 'tool.returned', callId: 'b', content: 'second' },
      { type: 'tool.failed', callId: 'a', error: { code: 'boom', message: 'broke' } },
    );
    expect(buildTranscript(task).slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '{"error":"boom","detail":"broke"}' },
      { role: 'tool', tool_call_id: 'b', content: 'second' },
    ]);
  });

  it('keeps messages that arrive in mid-step out of the transcript until the step is over', () => {
    const busy = taskOf(
      submitted(),
      user('one'),
      { type: 'model.started', step: 1, attempt: 1 },
      user('two', 'm2'),
    );
    expect(buildTranscript(busy)).toHaveLength(1);
    const [, replied] = modelStep(1, 'first answer');
    const after = apply(busy, { ...replied, generation: 5, at: 9000 });
    expect(buildTranscript(after).map((message) => message.content)).toEqual([
      'one',
      'first answer',
      'two',
    ]);
    expect(after).toMatchObject({ inbox: [], turnSteps: 0, model: 'idle' });
  });

  it('is input-required only while nothing but a client can move it', () => {
    const waiting = taskOf(
      submitted({ toolSite: 'client' }),
      user('hi'),
      ...modelStep(1, [['c1', 'x']]),
    );
    expect(waiting.state).toBe('input-required');
    const answered = apply(waiting, {
      type: 'results.received',
      messageId: 'm2',
      results: [{ callId: 'c1', output: 'done' }],
      generation: 5,
      at: 99_000,
    });
    expect(answered.state).toBe('working');
    expect(answered.workingMs).toBe(1000);
    expect(answered.entries?.last).toMatchObject({ messageId: 'm2', message: { role: 'tool' } });
  });

  it('adds up usage, and cost only while every price is known', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    const reply = (cost?: number) =>
      ({
        type: 'model.replied',
        step: 1,
        attempt: 1,
        message: {
          role: 'assistant',
          content: 'x',
          usage,
          ...(cost !== undefined && { cost_usd: cost }),
        },
      }) as const;
    const known = taskOf(submitted(), user('a'), reply(0.5), user('b', 'm2'), reply(0.25));
    expect(known).toMatchObject({ costUsd: 0.75, usage: { total_tokens: 10 } });
    expect(taskOf(submitted(), user('a'), reply(0.5), user('b', 'm2'), reply()).costUsd).toBeNull();
  });

  it.each([
    ['a log without its start', [user('hi')], 'log-without-start'],
    ['a second start', [submitted(), submitted()], 'started-twice'],
    [
      'an event after the end',
      [submitted(), { type: 'task.finished', state: 'failed', reason: 'error' }, user('x')],
      'task-ended',
    ],
  ] as const)('refuses %s', (_name, events, code) => {
    expect(() => foldTask(journal(...events))).toThrow(expect.objectContaining({ code }));
  });

  it('refuses a gap in the numbering', () => {
    const first = { ...submitted(), generation: 1, at: 0 };
    const third = { ...user('x'), generation: 3, at: 0 };
    expect(() => foldTask([first, third])).toThrow(
      expect.objectContaining({ code: 'generation-gap' }),
    );
  });

  it('leaves the task it was given as it was', () => {
    const before = taskOf(submitted(), user('hi'));
    const copy = structuredClone(before);
    apply(before, { ...modelStep(1, 'x')[0], generation: 3, at: 9 });
    expect(before).toEqual(copy);
  });
});
