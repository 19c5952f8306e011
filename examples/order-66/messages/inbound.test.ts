import { expect, it } from 'vitest';
import { parseReceivedMessage, toUserMessage } from './inbound.ts';

it('comes out of a transcript as it went in', () => {
  const heard = { messageId: 'm1', replyTo: 'http://a/a2a/message/send', content: 'Hello\nthere' };
  expect(parseReceivedMessage(toUserMessage(heard))).toEqual(heard);
});

it.each([
  { role: 'user', content: 'only words' },
  { role: 'user', content: [{ type: 'data', data: { turns: 3 } }] },
  { role: 'assistant', content: 'words' },
] as const)('sees no message of an agent in %j', (message) => {
  expect(parseReceivedMessage(message)).toBeUndefined();
});
