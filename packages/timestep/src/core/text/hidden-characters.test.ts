import { expect, it } from 'vitest';
import { escapeHidden, escapeHiddenInJson } from './hidden-characters.ts';

it.each([
  ['plain text\n\twith lines, ä 漢 and 👍', 'plain text\n\twith lines, ä 漢 and 👍'],
  ['rm \u202egpj.exe\u202c', 'rm \\u{202e}gpj.exe\\u{202c}'],
  ['git\u00a0status', 'git\\u{a0}status'],
  ['a\rb\u001b[31mc', 'a\\u{d}b\\u{1b}[31mc'],
  ['a\u200bb\u{e0041}c\u3164d\u2028e', 'a\\u{200b}b\\u{e0041}c\\u{3164}d\\u{2028}e'],
  ['half \ud83c', 'half \\u{d83c}'],
])('shows %j as %j', (text, shown) => {
  expect(escapeHidden(text)).toBe(shown);
});

it('shows two texts that differ differently', () => {
  const texts = ['ls', 'ls\u200b', 'ls\u00a0', 'ls ', '\u202els', 'l\u00ads', 'ls\ufeff'];
  expect(new Set(texts.map(escapeHidden)).size).toBe(texts.length);
});

it('keeps the meaning of JSON', () => {
  const value = { command: 'ls \u202e\u{e0041}\u00a0\ud83c 👍', 'k\u200bey': '\n' };
  for (const json of [JSON.stringify(value), JSON.stringify(value, undefined, 2)]) {
    expect(JSON.parse(escapeHiddenInJson(json))).toEqual(value);
  }
  expect(escapeHiddenInJson(JSON.stringify(value))).toContain('ls \\u202e\\udb40\\udc41\\u00a0');
});
