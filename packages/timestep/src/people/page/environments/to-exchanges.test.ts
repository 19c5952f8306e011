import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { ServerMessage } from '#engine/port';
import { toExchanges, toExchangeListItem } from './to-exchanges.ts';

let count = 0;

function message(isSent: boolean, given: JsonObject, connection = 1): ServerMessage {
  count += 1;
  return { number: count, at: count * 10, connection, isSent, message: given, isCut: false };
}

it('joins requests of both sides and of each connection with their answers', () => {
  count = 0;
  const exchanges = toExchanges([
    message(true, { id: 1, method: 'tools/call', params: { name: 'add' } }),
    message(false, { id: 1, method: 'elicitation/create' }),
    message(false, { method: 'notifications/progress' }),
    message(true, { id: 1, result: { action: 'decline' } }),
    message(false, { id: 1, result: { isError: true } }),
    message(true, { id: 1, method: 'ping' }, 2),
    message(false, { id: 1, error: { code: -32601 } }, 2),
    message(true, { id: 2, method: 'resources/read', params: { uri: 'note:1' } }, 2),
    message(false, { id: 9, result: {} }, 2),
  ]);
  expect(exchanges.map(toExchangeListItem)).toEqual([
    {
      number: 1,
      at: 10,
      connection: 1,
      method: 'tools/call',
      subject: 'add',
      isSent: true,
      state: 'failed',
      tookMs: 40,
    },
    {
      number: 2,
      at: 20,
      connection: 1,
      method: 'elicitation/create',
      isSent: false,
      state: 'answered',
      tookMs: 20,
    },
    {
      number: 3,
      at: 30,
      connection: 1,
      method: 'notifications/progress',
      isSent: false,
      state: 'notice',
    },
    { number: 6, at: 60, connection: 2, method: 'ping', isSent: true, state: 'failed', tookMs: 10 },
    {
      number: 8,
      at: 80,
      connection: 2,
      method: 'resources/read',
      subject: 'note:1',
      isSent: true,
      state: 'open',
    },
    { number: 9, at: 90, connection: 2, method: '(response)', isSent: false, state: 'notice' },
  ]);
  expect(exchanges[0]?.response).toEqual({ id: 1, result: { isError: true } });
});
