import { describe, expect, it } from 'vitest';
import { hashJson } from '../json-text.ts';
import { validateTasks, parseTasks } from './read-tasks.ts';

const messages = [{ role: 'user', content: 'hi' }];
const line = JSON.stringify({ messages });

describe('parseTasks', () => {
  it('reads the form of task files, and keeps what it does not know', () => {
    const task = {
      id: 'task_01',
      messages,
      tools_allowed: ['calc'],
      expected: { final_regex: '^\\d+$' },
      limits: { max_steps: 10, time_limit_s: 30 },
      owner: { team: 'a' },
    };
    expect(parseTasks(`${JSON.stringify(task)}\n\n`, 'x.jsonl')).toEqual([task]);
  });

  it('reads a file that begins with a byte order mark', () => {
    expect(parseTasks(`\uFEFF${line}`, 'x.jsonl')).toEqual(parseTasks(line, 'x.jsonl'));
  });

  it('names a task by all of its contents', () => {
    const [one] = parseTasks(line, 'x');
    const [same] = parseTasks(`{ "messages": [{"content":"hi","role":"user"}] }`, 'y');
    const [other] = validateTasks([{ messages, limits: { max_steps: 2 } }]);
    expect(one?.id).toMatch(/^[0-9a-f]{12}$/);
    expect(same?.id).toBe(one?.id);
    expect(other?.id).not.toBe(one?.id);
  });

  it.each([
    ['no JSON', `${line}\n{`, 'x.jsonl:2 is not valid JSON'],
    ['no object', '[]', 'x.jsonl:1 must be an object'],
    ['no messages', '{}', 'x.jsonl:1 messages'],
    ['an unknown role', '{"messages":[{"role":"robot"}]}', 'messages[0].role'],
    [
      'content that is not a text',
      '{"messages":[{"role":"user","content":5}]}',
      'messages[0].content',
    ],
    ['an id that is not a text', `{"id":5,"messages":${JSON.stringify(messages)}}`, 'x.jsonl:1 id'],
    [
      'tools that are not a list',
      `{"tools_allowed":"a","messages":${JSON.stringify(messages)}}`,
      'tools_allowed',
    ],
    [
      'a limit that is none',
      `{"limits":{"max_steps":"3"},"messages":${JSON.stringify(messages)}}`,
      'limits.max_steps',
    ],
    ['the same task twice', `${line}\n${line}`, 'x.jsonl:2 id'],
    ['nothing', '\n', 'x.jsonl contains no tasks'],
  ])('refuses %s, naming the place', (_, text, said) => {
    expect(() => parseTasks(text, 'x.jsonl')).toThrow(said);
  });
});

it('writes equal values alike', () => {
  const one = { b: [1, { d: null, c: 'x' }], a: undefined };
  expect(hashJson(one)).toBe(hashJson({ b: [1, { c: 'x', d: null }] }));
});
