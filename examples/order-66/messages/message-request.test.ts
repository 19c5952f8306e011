import { expect, it } from 'vitest';
import { readMessageRequest } from './message-request.ts';

const params = {
  taskId: 'test-1',
  messageId: 'm-test',
  replyTo: 'http://agent-a:8081/a2a/message/send',
  content: 'Test message',
};
const request = { jsonrpc: '2.0', method: 'message/send', params, id: 'req-test' };

it('takes the message of the document', () => {
  expect(readMessageRequest(request)).toEqual({ ok: true, id: 'req-test', inbound: params });
});

it.each([
  ['no object', 'hello', -32_600],
  ['a batch', [request], -32_600],
  ['another version', { ...request, jsonrpc: '1.0' }, -32_600],
  ['no id', { ...request, id: undefined }, -32_600],
  ['something beside', { ...request, extra: 1 }, -32_600],
  ['another method', { ...request, method: 'message/stream' }, -32_601],
  ['no method', { jsonrpc: '2.0', params, id: 1 }, -32_600],
  ['no params', { jsonrpc: '2.0', method: 'message/send', id: 1 }, -32_602],
  ['no task', { ...request, params: { ...params, taskId: undefined } }, -32_602],
  ['an empty text', { ...request, params: { ...params, content: '' } }, -32_602],
  ['a number for a text', { ...request, params: { ...params, messageId: 7 } }, -32_602],
  ['an address that is none', { ...request, params: { ...params, replyTo: 'agent-a' } }, -32_602],
  ['a parameter too many', { ...request, params: { ...params, extra: 'x' } }, -32_602],
])('refuses %s', (_name, body, code) => {
  const text = JSON.stringify(body);
  expect(readMessageRequest(JSON.parse(text))).toMatchObject({ ok: false, wrong: { code } });
});

it('names the parameter that is wrong', () => {
  const read = readMessageRequest({ ...request, params: { ...params, extra: 'x', content: '' } });
  expect(read).toMatchObject({
    id: 'req-test',
    wrong: {
      message:
        'invalid params: /params/extra is not known here; /params/content must NOT have fewer than 1 characters',
    },
  });
});
