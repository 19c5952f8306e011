import { expect, it } from 'vitest';
import { CORE_VERSION, DEFAULT_LIMITS, foldTask, type TaskEvent } from '#core';
import { formatArtifacts, taskToJson, formatTask, formatTranscript } from './task-text.ts';

it('lays a transcript out under its roles', () => {
  const call = (given: string) => ({ name: 'look', arguments: given });
  expect(
    formatTranscript([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'one\ntwo' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: call('{"at":1}') }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'blue' },
      { role: 'assistant', content: '' },
    ]),
  ).toEqual([
    'system     be brief',
    'user       one',
    '           two',
    'assistant  calls look {"at":1} (c1)',
    'tool       answers c1',
    '           blue',
    'assistant',
  ]);
});

it('lets nobody reach the terminal', () => {
  const [line] = formatTranscript([{ role: 'user', content: 'a\u001B[2Jb\u0007\u009B1m' }]);
  expect(line).toBe('user       a\\u{1b}[2Jb\\u{7}\\u{9b}1m');
});

const begun: readonly TaskEvent[] = [
  {
    type: 'task.submitted',
    taskId: 't1',
    contextId: 'c1',
    agent: 'guide',
    principal: 'ann',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [],
    clientTools: [],
  },
  { type: 'message.received', messageId: 'm1', message: { role: 'user', content: 'book' } },
  { type: 'model.started', step: 1, attempt: 1 },
];

function waitsFor(...events: readonly TaskEvent[]): {
  readonly text: string;
  readonly json: unknown;
} {
  const log = [...begun, ...events].map((event, at) => ({ ...event, generation: at + 1, at }));
  const task = foldTask(log);
  if (!task) throw new Error('no events');
  const line = formatTask(task).find((one) => one.startsWith('Waits for')) ?? '';
  return { text: line, json: taskToJson(task)['waits_for'] };
}

it('says what models read from a cache and wrote to it', () => {
  const prompt_tokens_details = { cached_tokens: 900, cache_write_tokens: 50 };
  const usage = {
    prompt_tokens: 1000,
    completion_tokens: 5,
    total_tokens: 1005,
    prompt_tokens_details,
  };
  const message = { role: 'assistant', content: 'ok', usage, cost_usd: 0.01 } as const;
  const log = [...begun, { type: 'model.replied', step: 1, attempt: 1, message } as const];
  const task = foldTask(log.map((event, at) => ({ ...event, generation: at + 1, at })));
  const line = task && formatTask(task).find((one) => one.startsWith('Use'));
  expect(line).toContain('1005 tokens (900 read from a cache, 50 written to a cache)');
});

it('says what a task asks', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'book', arguments: '{}' } } as const;
  const question = { text: 'For whom?', options: ['Ada'] };
  const asked = waitsFor(
    {
      type: 'model.replied',
      step: 1,
      attempt: 1,
      message: { role: 'assistant', content: null, tool_calls: [call] },
    },
    { type: 'tool.started', callId: 'c1', attempt: 1 },
    { type: 'question.asked', callId: 'c1', question },
  );
  expect(asked.text).toMatch(/the user's answer to book \(c1\): For whom\?$/);
  expect(asked.json).toMatchObject({ questions: [{ call_id: 'c1', ...question }] });
  const message = { role: 'assistant', content: 'Where to?', expects_reply: true } as const;
  const own = waitsFor({ type: 'model.replied', step: 1, attempt: 1, message });
  expect(own.text).toMatch(/the user's answer to the agent$/);
  expect(own.json).toMatchObject({ questions: [], answers_agent: true });
});

it('says which task a call waits for', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'ask', arguments: '{}' } } as const;
  const message = { role: 'assistant', content: null, tool_calls: [call] } as const;
  const waiting = waitsFor(
    { type: 'model.replied', step: 1, attempt: 1, message },
    { type: 'tool.started', callId: 'c1', attempt: 1 },
    { type: 'call.suspended', callId: 'c1', awaits: { task_id: 't2' } },
  );
  expect(waiting.text).toMatch(/the end of task t2$/);
  expect(waiting.json).toMatchObject({ tasks: ['t2'] });
});

it('lists artifacts by name, and the beginning of each part', () => {
  const lines = formatArtifacts([
    {
      artifact_id: 'a',
      name: 'plan.md',
      description: 'a plan',
      parts: [{ type: 'text', text: `#\n${'x'.repeat(300)}` }],
    },
    {
      artifact_id: 'b',
      parts: [
        { type: 'data', data: { a: 1 } },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' }, filename: 'a.png' },
        { type: 'file', file: { url: 'https://x.example/a' } },
      ],
    },
  ]);
  expect(lines).toEqual([
    'plan.md: a plan',
    expect.stringMatching(/^ {2}text #⏎x+… \(102 more characters\)$/),
    'b',
    '  data {"a":1}',
    '  image a.png image/png;base64, 4 characters',
    '  file https://x.example/a',
  ]);
});
