import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { AnswerTooLargeError } from '#protocols/http';
import { McpError } from '../mcp-error.ts';
import { describeCallFailure } from './call-failure.ts';

it.each<[thrown: unknown, words: string]>([
  [new McpError('unreachable', 'nobody there'), 'pay failed: nobody there'],
  [new ProtocolError(-32_602, 'no such card'), 'pay failed: no such card'],
  [new ProtocolError(-32_000, 'no', { limit: 5 }), 'pay failed: no [data: {"limit":5}]'],
  [
    new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out'),
    'pay may have run, but its result was lost: Request timed out',
  ],
  [
    new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'),
    'pay may have run, but its result was lost: Connection closed',
  ],
  [
    new Error('fetch failed', {
      cause: new AnswerTooLargeError('answer-too-large', 'over 9 bytes'),
    }),
    'pay has run, but its result cannot be read: fetch failed: over 9 bytes',
  ],
])('says failed only of a call that has not run: %s', (thrown, words) => {
  expect(describeCallFailure('pay', thrown)).toBe(words);
});
