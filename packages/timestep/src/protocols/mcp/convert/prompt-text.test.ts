import { expect, it } from 'vitest';
import { getPromptText } from '../connect/server-lists.ts';

it('joins the texts of a prompt and leaves the rest out', () => {
  const text = getPromptText({
    messages: [
      { role: 'user', content: { type: 'text', text: 'You are Ann.' } },
      { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
      { role: 'assistant', content: { type: 'text', text: 'I am.' } },
    ],
  });
  expect(text).toBe('You are Ann.\n\nI am.');
});
