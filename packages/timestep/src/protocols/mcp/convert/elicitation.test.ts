import { describe, expect, it } from 'vitest';
import { DECLINED_ANSWER, messageToAnswer } from '#core';
import { answerToElicitResult, pageToQuestion } from './elicitation.ts';

const ask = (url: string, message = 'Sign in.') => pageToQuestion({ url, message }, 'bank');

describe('pageToQuestion', () => {
  it('names the server, the host and the whole address', () => {
    expect(ask('https://bank.example:8443/in?state=a%20b', 'Sign\n in. ')).toEqual({
      text: [
        'The MCP server bank asks you to visit a page of the host bank.example:8443:',
        'https://bank.example:8443/in?state=a%20b',
        'It says: Sign⏎ in.',
        'Visit it only if you trust the server. Answer yes after you have visited it, otherwise no.',
      ].join('\n'),
      options: ['yes', 'no'],
    });
  });

  it('shows a host in other letters as it is called on the network', () => {
    expect(ask('https://bаnk.example/')?.text).toContain('the host xn--bnk-6cd.example:');
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://bank.example@evil.example/',
    'https://:x@evil.example/',
    'no address',
  ])('asks for no visit of %s', (url) => {
    expect(ask(url)).toBeUndefined();
  });
});

it('passes on that the user declined, and not that the user did not answer', () => {
  const schema = { type: 'object', properties: { day: { type: 'string' }, seats: {} } };
  const said = (content: string) =>
    answerToElicitResult(messageToAnswer({ role: 'user', content }, { text: 'When?', schema }));
  expect(said(DECLINED_ANSWER)).toEqual({ action: 'decline' });
  expect(said('hello')).toEqual({ action: 'cancel' });
  expect(said('{"day":"Monday"}')).toEqual({ action: 'accept', content: { day: 'Monday' } });
});
