import { expect, it } from 'vitest';
import { chooseContext } from './choose-context.ts';
import { removeGeneralWords } from './general-words.ts';

it.each([
  ['How old are you?', 'are'],
  ['Tell me a joke!', 'me a'],
  ['My promo code does not work.', 'promo code'],
  ['', ''],
])('keeps the words of "%s" that name a topic', (text, kept) => {
  const left = removeGeneralWords(text);
  for (const word of kept.split(' ')) expect(left).toContain(word);
  expect(left).not.toMatch(/\b(?:old|tell|joke|work)\b/i);
});

const rules = [
  { name: 'greetings', description: 'How to speak to old friends', text: 'Say the day.' },
  { name: 'refunds', description: 'When money is paid back', text: 'A good reason is needed.' },
].map((rule) => ({ ...rule, kind: 'rule', include: 'agent' }) as const);

it.each([
  ['how old are you?', []],
  ['sounds good', []],
  ['what day is it today?', []],
  ['I have a good reason to want my money', ['refunds']],
])('chooses for "%s": %j', (query, names) => {
  expect(chooseContext({ query, items: rules }).map(({ item }) => item.name)).toEqual(names);
});

it('chooses what is mentioned, whatever else is said', () => {
  const chosen = chooseContext({ query: 'say hello @rule:refunds', items: rules });
  expect(chosen.map(({ item }) => item.name)).toEqual(['refunds']);
});
