import { expect, it } from 'vitest';
import { readAppMessage } from './app-message.ts';

const request = (method: string, params: object) =>
  readAppMessage({ jsonrpc: '2.0', id: 1, method, params });

it('reads what an app asks', () => {
  expect(request('tools/call', { name: 'look', arguments: { at: 1 } })).toEqual({
    kind: 'call',
    id: 1,
    tool: 'look',
    given: { at: 1 },
  });
  expect(request('ui/open-link', { url: 'https://x.example/' })).toMatchObject({ kind: 'open' });
  expect(request('ui/initialize', {})).toEqual({ kind: 'initialize', id: 1 });
});

it.each([
  ['ui/open-link', { url: 'javascript:alert(1)' }],
  ['ui/open-link', { url: 'file:///etc/passwd' }],
  ['tools/call', { name: 7 }],
  ['tools/call', { name: 'look', arguments: 'all' }],
  ['resources/read', {}],
  ['ui/message', { role: 'user' }],
  ['sampling/createMessage', {}],
])('refuses %s with %o', (method, params) => {
  expect(request(method, params)).toMatchObject({ kind: 'refused', id: 1 });
});

it('keeps the height of an app within bounds, and ignores other messages', () => {
  const resize = (height: unknown) =>
    readAppMessage({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height } });
  expect([resize(1e9), resize(-5), resize(300)]).toEqual([
    { kind: 'resize', height: 800 },
    { kind: 'resize', height: 40 },
    { kind: 'resize', height: 300 },
  ]);
  expect(resize('all')).toEqual({ kind: 'ignored' });
  const others = ['text', null, { method: 'ping' }, { jsonrpc: '2.0', result: {} }];
  for (const other of others) expect(readAppMessage(other)).toMatchObject({ kind: 'ignored' });
});
