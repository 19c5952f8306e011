import { expect, it } from 'vitest';
import { maskSpan, createSecretsMask } from './redaction.ts';
import type { Span } from './span.ts';

it.each([
  'sk-proj-abcdefghij0123456789',
  'sk-ant-api03-abcdefghij0123456789',
  'pk-lf-12345678-1234-1234-1234-123456789012',
  'sk_live_abcdefghij0123456789',
  'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  'github_pat_11ABCDEFG0abcdefghij_klmnopqrstuvwxyz',
  'xoxb-1234567890-abcdefghij',
  'AKIAIOSFODNN7EXAMPLE',
  'AIzaSyA-1234567890abcdefghijklmnopqrstu',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'Bearer abcdefghij0123456789',
  'authorization: basic dXNlcjpwYXNzd29yZA==',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----',
])('takes %s out of a text', (secret) => {
  const masked = createSecretsMask({})(`before ${secret} after`);
  expect(masked).toMatch(/^before .*\[secret\] after$/);
  expect(masked).not.toContain(secret.slice(-8));
});

it.each([
  'a task-list',
  'risk-assessment-of-the-weather',
  'Bearer of news',
  'basic income',
  'ask-me',
])('leaves "%s"', (text) => {
  expect(createSecretsMask({})(text)).toBe(text);
});

it('takes out values of variables that say secret, and what a program names', () => {
  const env = { MY_API_KEY: 'hunter22', DB_PASSWORD: 'correct horse', HOME: '~/notes' };
  const mask = createSecretsMask(env, (text) => text.replace(/\b\d{4}-\d{4}\b/g, '[secret]'));
  expect(mask('hunter22 correct horse ~/notes 1234-5678 and 8765-4321')).toBe(
    '[secret] [secret] ~/notes [secret] and [secret]',
  );
});

it('masks every text of a span, and neither ids nor times', () => {
  const secret = 'sk-abcdefghij0123456789';
  const span: Span = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    name: `execute_tool ${secret}`,
    kind: 'internal',
    startedAt: 1,
    endedAt: 2,
    attributes: { text: secret, list: [secret], count: 7, yes: true },
    events: [{ name: 'e', at: 1, attributes: { text: secret } }],
    links: [],
    error: { code: 'failed', message: secret },
  };
  expect(maskSpan(span, createSecretsMask({}))).toEqual({
    ...span,
    name: 'execute_tool [secret]',
    attributes: { text: '[secret]', list: ['[secret]'], count: 7, yes: true },
    events: [{ name: 'e', at: 1, attributes: { text: '[secret]' } }],
    error: { code: 'failed', message: '[secret]' },
  });
});
