import { expect, it } from 'vitest';
import type { Message } from '../message/message.ts';
import { buildSummaryPrompt, divideForSummary } from './summary-prompt.ts';

function say(length: number, count: number): readonly Message[] {
  return Array.from({ length: count }, (_, at) => ({
    role: 'user',
    content: `${at} `.padEnd(length, 'x'),
  }));
}

it('leaves a conversation that fits in one piece', () => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
  const reply: Message = { role: 'assistant', content: 'yes', tool_calls: [call] };
  expect(divideForSummary([{ role: 'user', content: 'really?' }, reply], 1000)).toEqual([
    'user:\nreally?\n\nassistant:\nyes\n[calls f {}]',
  ]);
  expect(divideForSummary([], 1000)).toEqual([]);
});

it.each([
  ['one huge message', say(1_000_000, 1)],
  ['many small messages', say(50, 4000)],
  ['some of each', [...say(100_000, 4), ...say(500, 100)]],
])('divides %s into pieces that fit', (_name, messages) => {
  const pieces = divideForSummary(messages, 8000);
  expect(pieces.length).toBeLessThanOrEqual(8);
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(8000);
  expect(pieces.at(-1)).toContain('x');
});

it('asks to continue the summary of the pieces before', () => {
  const [first] = buildSummaryPrompt('PIECE', 'names', 'BEFORE');
  for (const text of ['PIECE', 'Above all keep: names', 'BEFORE']) {
    expect(first?.content).toContain(text);
  }
});
