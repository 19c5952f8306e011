import { describe, expect, it } from 'vitest';
import type { Message } from '../message/message.ts';
import { cutText, omitFromEntries, type Omission } from './omission.ts';

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } } as const;
const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } } as const;

const MESSAGES: readonly Message[] = [
  { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
  { role: 'assistant', content: 'I will', tool_calls: [call], provider: { openai: 1 } },
  { role: 'tool', tool_call_id: 'a', content: 'seen', attachments: [image] },
  { role: 'user', content: 'x'.repeat(10_000) },
];

function omit(...omissions: readonly Omission[]): readonly Message[] {
  const entries = MESSAGES.map((message) => ({ message }));
  return omitFromEntries(entries, omissions).map(({ message }) => message);
}

describe('omitFromEntries', () => {
  it('puts a note in place of a part, so that the others keep their positions', () => {
    const [first, , third] = omit(
      { kind: 'message', index: 0, part: 1 },
      { kind: 'message', index: 2, part: 0 },
    );
    const note = { type: 'text', text: expect.stringContaining('file was left out') as string };
    expect(first?.content).toEqual([{ type: 'text', text: 'look' }, note]);
    expect(third).toMatchObject({ content: 'seen', attachments: [note] });
  });

  it('keeps the calls of a reply and the id of a result', () => {
    const shown = omit({ kind: 'message', index: 1 }, { kind: 'message', index: 2 });
    expect(shown[1]).toEqual({
      role: 'assistant',
      content: expect.stringContaining('left out') as string,
      tool_calls: [{ ...call, function: { name: 'f', arguments: '{}' } }],
    });
    expect(shown[2]).toEqual({
      role: 'tool',
      tool_call_id: 'a',
      content: expect.stringContaining('left out') as string,
    });
  });

  it('replaces all messages before one by a summary', () => {
    expect(omit({ kind: 'earlier', index: 3, summary: 'they met' })).toEqual([
      { role: 'user', content: 'they met' },
      MESSAGES[3],
    ]);
    const twice = omit(
      { kind: 'earlier', index: 3, summary: 'second' },
      { kind: 'earlier', index: 1, summary: 'first' },
    );
    expect(twice[0]).toEqual({ role: 'user', content: 'second' });
  });

  it('keeps the beginning and the end of a text that is too long', () => {
    const [, , , last] = omit({ kind: 'text', index: 3, keep: 1000 });
    expect(last?.content).toMatch(/^x+\n\[9000 characters were left out here.*\]\nx+$/s);
  });

  it('leaves out nothing that is not there, and no tool', () => {
    const tool = { kind: 'tool', name: 'f' } as const;
    expect(omit({ kind: 'message', index: 9 }, tool)).toEqual(MESSAGES);
  });
});

it('cuts a text without breaking a character, and not for the length of the note', () => {
  const emoji = '😀'.repeat(1000);
  expect(cutText(emoji, 333).isWellFormed()).toBe(true);
  expect(cutText('x'.repeat(1100), 1000)).toHaveLength(1100);
});
