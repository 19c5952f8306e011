import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createServerMessageStore } from './server-messages.ts';

const SECRET = 'open-sesame-now';

function messagesOf(...all: readonly JsonObject[]) {
  let at = 0;
  const messages = createServerMessageStore({ secrets: () => [SECRET], now: () => (at += 1) });
  for (const message of all) messages.add(1, { isSent: true, message });
  return messages;
}

it('keeps the newest 200, each as it was', () => {
  const messages = messagesOf();
  for (let id = 0; id < 1000; id += 1) messages.add(2, { isSent: false, message: { id } });
  expect(messages.list()).toHaveLength(200);
  const last = { number: 1000, connection: 2, at: 1000, isSent: false, isCut: false };
  expect(messages.list().at(-1)).toEqual({ ...last, message: { id: 999 } });
});

it('keeps no more than 256,000 characters, and of one message 32,000', () => {
  const messages = messagesOf();
  for (let id = 0; id < 50; id += 1) {
    messages.add(1, { isSent: true, message: { id, text: 'x'.repeat(5_000_000) } });
  }
  const kept = messages.list();
  expect(kept.every(({ isCut }) => isCut)).toBe(true);
  expect(JSON.stringify(kept).length).toBeLessThan(270_000);
  expect(kept.length).toBe(8);
});

it('keeps what is said apart from what its sender changes later', () => {
  const params: { list: string[] } = { list: ['a'] };
  const messages = messagesOf({ params });
  params.list.push('b');
  expect(messages.list()[0]?.message).toEqual({ params: { list: ['a'] } });
});

it('masks secrets in texts, in names, in fields that are called so, and at a cut', () => {
  const before = 'x'.repeat(31_980);
  const [plain, cut] = messagesOf(
    { text: `it is ${SECRET}`, [SECRET]: 1, password: 'abc', api_key: 'k', progressToken: 'p' },
    { text: `${before}${SECRET}`, more: 'y' },
  ).list();
  expect(plain?.message).toEqual({
    text: 'it is [secret]',
    '[secret]': 1,
    password: '[secret]',
    api_key: '[secret]',
    progressToken: 'p',
  });
  expect(cut?.isCut).toBe(true);
  expect(JSON.stringify(cut)).not.toContain('open');
});

it('stands a value that is deep, wide or without fields', () => {
  let deep: JsonObject = {};
  for (let level = 0; level < 100_000; level += 1) deep = { deep };
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`n${at}`, [at]]));
  const kept = messagesOf(deep, wide, {}).list();
  expect(kept.map(({ isCut }) => isCut)).toEqual([true, true, false]);
  expect(JSON.stringify(kept).length).toBeLessThan(40_000);
});
