import { expect, it } from 'vitest';
import { escapeHiddenInProps } from './escape-hidden-in-props.ts';

it('escapes the texts of children and attributes, and leaves values alone', () => {
  const given = { children: ['ls\u200b', [1, 'x\u202e']], title: 'a\u0000', value: 'b\u200b' };
  expect(escapeHiddenInProps('input', given)).toEqual({
    children: ['ls\\u{200b}', [1, 'x\\u{202e}']],
    title: 'a\\u{0}',
    value: 'b\u200b',
  });
});

it('passes on what holds nothing hidden, and what a component does with its own properties', () => {
  const plain = { children: ['ls', { key: 1 }], title: 'a' };
  expect(escapeHiddenInProps('p', plain)).toBe(plain);
  const own = { title: 'a\u200b' };
  expect(escapeHiddenInProps(() => null, own)).toBe(own);
});
