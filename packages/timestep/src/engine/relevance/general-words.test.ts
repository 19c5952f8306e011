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

it.each([
  'say says said tell talk speak ask answer hear listen call mean think know feel believe remember',
  'see look watch show read write sing play laugh love like hate hope wish want need try use',
  'make get give take put keep let leave find go come run move live stay sit stand turn bring',
  'begin start continue stop end finish happen seem become work help thank thanks',
  'good great nice fine sure right wrong bad new old young first last next early late',
  'long short big small little large high low own other another same different many much few more most',
  'able ready happy sad funny real really again still ever never always now then today tomorrow yesterday',
  'day night morning evening week month year time hour minute moment',
  'thing something anything nothing everything way kind sort lot bit part name word life world',
  'man woman people person someone anyone everyone friend robot human bot',
  'sound sounds joke song story poem fun hello hi hey bye goodbye ok okay yes no well oh',
])('removes each of "%s"', (words) => {
  expect(removeGeneralWords(words)).toBe('');
});
