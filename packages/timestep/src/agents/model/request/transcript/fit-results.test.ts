import { expect, it } from 'vitest';
import { getText, type Message } from '#core';
import { createResultFitter } from './fit-results.ts';

const result = (length: number, id = 'a'): Message => {
  return { role: 'tool', tool_call_id: id, content: 'x'.repeat(length) };
};

it('shortens a result beyond half of the window, and says how to read the rest', () => {
  const messages = [
    result(100),
    result(200_000, 'b'),
    { role: 'user', content: 'y'.repeat(99_999) },
  ];
  const { messages: fitted, shortened } = createResultFitter(8000)(messages as Message[]);
  expect(shortened).toEqual(['b']);
  const [first, cut, said] = fitted;
  expect([first, said]).toEqual([messages[0], messages[2]]);
  const text = cut ? getText(cut) : '';
  expect(text).toContain('[184000 characters were left out here');
  expect(text).toContain('call the tool again for a smaller part of its result');
  expect(text.length).toBeLessThan(16_300);
});

it.each([
  ['of a window that is large enough', 128_000, 200_000],
  ['of an unknown window', undefined, 10_000_000],
  ['of an endless window', Infinity, 10_000_000],
  ['that is hardly longer than its note', 8000, 16_100],
])('leaves a result %s', (_name, window, length) => {
  const messages = [result(length)];
  const fitted = createResultFitter(window)(messages);
  expect(fitted.messages[0]).toBe(messages[0]);
  expect(fitted.shortened).toEqual([]);
});

it('gives the same message to each request', () => {
  const messages = [result(200_000)];
  const fit = createResultFitter(8000);
  expect(fit(messages).messages[0]).toBe(fit([...messages, result(1)]).messages[0]);
});
