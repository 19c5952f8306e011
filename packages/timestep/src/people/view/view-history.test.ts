import { expect, it } from 'vitest';
import type { Message } from '#core';
import { historyToItems } from './view-history.ts';

function calls(...names: readonly string[]): Message {
  return {
    role: 'assistant',
    content: null,
    tool_calls: names.map((name) => ({
      id: 'same',
      type: 'function',
      function: { name, arguments: '{"n": 1.0}' },
    })),
  };
}

const result = (content: string): Message => ({ role: 'tool', tool_call_id: 'same', content });

it('gives results to calls in order where an id comes again', () => {
  const items = historyToItems('t', [
    calls('a'),
    result('first'),
    calls('b'),
    result('second'),
    calls('c'),
  ]);
  expect(items).toMatchObject([
    { name: 'a', result: 'first', state: 'done', arguments: '{"n": 1.0}' },
    { name: 'b', result: 'second', state: 'done' },
    { name: 'c', state: 'stopped' },
  ]);
});

it('tells a call that failed from one that was done, and leaves no result out', () => {
  const items = historyToItems('t', [
    calls('a', 'b'),
    result('fine'),
    result('{"error":"gone"}'),
    result('third'),
  ]);
  expect(items).toMatchObject([
    { name: 'a', result: 'fine', state: 'done' },
    { name: 'b', result: '{"error":"gone"}', state: 'failed' },
    { kind: 'notice', text: 'A tool result without a call: third' },
  ]);
});
