import { describe, expect, it } from 'vitest';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import type { ContentPart, Message, ToolSchema } from '../message/message.ts';
import { buildTranscript, type Task } from '../task/task.ts';
import { buildHistoryForNextTask } from '../task/continuation.ts';
import { historyToMessages } from '../message/task-history.ts';
import { planAttemptWithOmissions, type Attempt } from './guess-refused.ts';
import type { RequestPart } from './refusal.ts';

const error = { code: 'bad-request', message: 'no' };

function image(name: string): ContentPart {
  return { type: 'image_url', image_url: { url: `data:image/png;base64,${name}` } };
}

function look(...names: readonly string[]): TaskEvent {
  const content = [{ type: 'text', text: 'look' } as const, ...names.map(image)];
  return { type: 'message.received', messageId: 'm1', message: { role: 'user', content } };
}

const history: readonly Message[] = [
  { role: 'user', content: [image('old')] },
  { role: 'assistant', content: 'I saw it.' },
];

/** Refuses requests until one passes the check. Returns what was left out of each request. */
function refuse(
  events: readonly TaskEvent[],
  passes: (messages: readonly Message[]) => boolean,
  parts: readonly RequestPart[] = [],
  names: readonly string[] = [],
): { readonly attempts: readonly Attempt[]; readonly task: Task; readonly answered: boolean } {
  const log = [...events];
  const tools = names.map((name): ToolSchema => ({
    type: 'function',
    function: { name, parameters: {} },
  }));
  const attempts: Attempt[] = [];
  for (let attempt = 1; ; attempt += 1) {
    log.push({ type: 'model.started', step: 1, attempt });
    const task = taskOf(...log);
    const messages = buildTranscript(task);
    if (passes(messages)) {
      const message = { role: 'assistant', content: 'ok' } as const;
      log.push({ type: 'model.replied', step: 1, attempt, message });
      return { attempts, task: taskOf(...log), answered: true };
    }
    const next = planAttemptWithOmissions(task, { messages, tools }, { parts });
    if (!next) return { attempts, task, answered: false };
    attempts.push(next);
    log.push({ type: 'model.refused', step: 1, attempt, error, ...next });
  }
}

function hasNo(text: string) {
  return (messages: readonly Message[]) => !JSON.stringify(messages).includes(text);
}

describe('planAttemptWithOmissions', () => {
  it('leaves out what the provider named', () => {
    const events = [submitted({ history }), look('a', 'b')];
    const { attempts, task } = refuse(events, hasNo('base64,a'), [{ message: 2, part: 1 }]);
    expect(attempts).toEqual([{ without: [{ kind: 'message', index: 2, part: 1 }] }]);
    expect(task.omitted).toEqual([{ kind: 'message', index: 2, part: 1 }]);
    expect(task.refusal).toBeUndefined();
  });

  it('guesses at the newest files, one by one, if nothing is named', () => {
    const { attempts, task } = refuse([submitted({ history }), look('a', 'b')], hasNo('base64,a'));
    expect(attempts.map(({ guess }) => guess)).toEqual([1, 2]);
    expect(task.omitted).toEqual([{ kind: 'message', index: 2, part: 1 }]);
  });

  it('guesses at the texts that were selected, and finds them where the provider names them', () => {
    const item = { kind: 'rule', name: 'r', reason: 'always', text: 'bad' } as const;
    const events = [
      submitted(),
      user('hello'),
      { type: 'context.selected', items: [item] },
    ] as const;
    const guessed = refuse(events, hasNo('bad'));
    expect(guessed.attempts).toEqual([{ guess: 1, without: [{ kind: 'context', keep: 0 }] }]);
    expect(JSON.stringify(buildTranscript(guessed.task))).toContain('left out here');
    const named = refuse(events, hasNo('bad'), [{ message: 1 }]);
    expect(named.attempts).toEqual([{ without: [{ kind: 'context', keep: 0 }] }]);
  });

  it('guesses at many files at once, among which probes search', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { attempts, answered } = refuse([submitted(), look(...names)], hasNo('base64,a'));
    expect(answered).toBe(true);
    expect(attempts.map(({ without }) => without.length)).toEqual([6]);
  });

  it('ends with the text of the newest message in the sixth request', () => {
    const { attempts, task, answered } = refuse(
      [submitted({ history }), look('a')],
      (messages) => messages.length === 1 && hasNo('base64')(messages),
      [],
      ['f'],
    );
    expect(answered).toBe(true);
    expect(attempts).toHaveLength(5);
    expect(attempts.at(-1)?.without).toContainEqual({
      kind: 'tool',
      name: 'f',
      digest: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    });
    expect(JSON.stringify(buildTranscript(task))).toContain('look');
  });

  it('gives up after six requests, and leaves nothing out afterwards', () => {
    const { attempts, task, answered } = refuse([submitted({ history }), look('a')], () => false);
    expect(answered).toBe(false);
    expect(attempts.length).toBeLessThanOrEqual(5);
    expect(task.omitted).toBeUndefined();
    expect(task.refusal?.error).toEqual(error);
  });

  it('does not guess at a message that stands alone', () => {
    expect(refuse([submitted(), user('hello')], () => false).attempts).toEqual([]);
  });
});

describe('the next turn', () => {
  const { task } = refuse([submitted({ history }), look('a')], hasNo('base64,a'), [
    { message: 2, part: 1 },
  ]);

  it('has the note in place of what was left out, and shares the history before', () => {
    const next = buildHistoryForNextTask(task);
    expect(JSON.stringify(historyToMessages(next)[2])).toContain('file was left out');
    expect(historyToMessages(next).slice(0, 2)).toEqual(history);
    expect(historyToMessages(next)).toHaveLength(4);
  });

  it('has no tool that was refused', () => {
    const log = [submitted({ omittedTools: ['f'] }), user('x'), ...modelStep(1, 'y')];
    expect(taskOf(...log).omitted).toEqual([{ kind: 'tool', name: 'f' }]);
  });
});

it('gives the tools back after a guess about messages and tools, but not after one about tools', () => {
  const tool = { kind: 'tool', name: 'f' } as const;
  const earlier = { kind: 'earlier', index: 2 } as const;
  const answered = (without: Attempt['without'], guess?: number): Task => {
    const refused = { type: 'model.refused', step: 1, attempt: 1, error, without } as const;
    const log: TaskEvent[] = [
      submitted({ history }),
      look('a'),
      { type: 'model.started', step: 1, attempt: 1 },
      guess === undefined ? refused : { ...refused, guess },
      { type: 'model.started', step: 1, attempt: 2 },
      { type: 'model.replied', step: 1, attempt: 2, message: { role: 'assistant', content: '' } },
    ];
    return taskOf(...log);
  };
  expect(answered([tool, earlier], 4).omitted).toEqual([earlier]);
  expect(answered([tool], 3).omitted).toEqual([tool]);
  expect(answered([tool, earlier]).omitted).toEqual([tool, earlier]);
});
