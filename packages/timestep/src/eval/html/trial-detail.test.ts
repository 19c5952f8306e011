import { describe, expect, it } from 'vitest';
import type { Message } from '../../core/index.ts';
import { rowWith } from './run.fixture.ts';
import { detailOf, entriesOf } from './trial-detail.ts';

function calls(...named: readonly (readonly [id: string, name: string])[]): Message {
  return {
    role: 'assistant',
    content: null,
    tool_calls: named.map(([id, name]) => ({
      id,
      type: 'function',
      function: { name, arguments: '{"n": 1.0}' },
    })),
  };
}

const result = (tool_call_id: string, content: string): Message => ({
  role: 'tool',
  tool_call_id,
  content,
});

describe('entriesOf', () => {
  it('puts results beside their calls, arguments as they were written', () => {
    const entries = entriesOf([
      { role: 'user', content: [{ type: 'text', text: 'look' }] },
      calls(['1', 'a'], ['2', 'b']),
      result('2', '{"error":"gone"}'),
      result('1', 'fine'),
      { role: 'assistant', content: 'done' },
    ]);
    expect(entries).toEqual([
      { role: 'user', text: 'look' },
      {
        role: 'assistant',
        text: '',
        calls: [
          { name: 'a', arguments: '{"n": 1.0}', result: 'fine', failed: false },
          { name: 'b', arguments: '{"n": 1.0}', result: '{"error":"gone"}', failed: true },
        ],
      },
      { role: 'assistant', text: 'done' },
    ]);
  });

  it('pairs ids that come again in order, and leaves nothing out', () => {
    const entries = entriesOf([
      calls(['1', 'a']),
      result('1', 'first'),
      calls(['1', 'b']),
      result('1', 'second'),
      result('1', 'third'),
      calls(['9', 'c']),
    ]);
    expect(
      entries.map(({ role, text, calls: made }) => made?.[0]?.result ?? `${role} ${text}`),
    ).toEqual(['first', 'second', 'tool third', 'assistant ']);
  });
});

it('tells skipped and broken grades from passed and failed ones, and unknown from none', () => {
  const grade = { name: 'G', passed: true, score: 1, details: {} };
  const detail = detailOf(
    rowWith('t', 0, 'error', {
      cost_usd: null,
      grades: [
        grade,
        { ...grade, passed: false },
        { ...grade, skipped: true },
        { ...grade, passed: false, error: 'broke' },
      ],
    }),
  );
  expect(detail.grades.map(({ standing }) => standing)).toEqual([
    'passed',
    'failed',
    'skipped',
    'error',
  ]);
  expect(detail.grades[3]?.reason).toBe('broke');
  expect(detail.facts).toContainEqual(['cost', 'unknown']);
  expect(detail.facts).toContainEqual(['score', 'unknown']);
  const { messages: _messages, ...without } = rowWith('t', 0, 'passed');
  expect(detailOf(without).entries).toBeNull();
});
