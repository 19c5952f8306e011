import { describe, expect, it } from 'vitest';
import { splitMarkdownBlocks } from './markdown-blocks.ts';

describe('growing Markdown', () => {
  it.each([
    ['one', [], 'one'],
    ['one\n\n', [], 'one\n\n'],
    ['one\n\ntwo', ['one\n\n'], 'two'],
    ['# one\n\ntwo\nthree\n\n\n- four', ['# one\n\n', 'two\nthree\n\n\n'], '- four'],
    ['- one\n\n  more\n\n- two', ['- one\n\n  more\n\n'], '- two'],
    ['```\na\n\nb\n```\n\nc', ['```\na\n\nb\n```\n\n'], 'c'],
    ['```\na\n\nb', [], '```\na\n\nb'],
    ['````\n```\n\na', [], '````\n```\n\na'],
    ['``` a ``` b\n\nc', ['``` a ``` b\n\n'], 'c'],
    ['~~~\n```\n\na\n~~~\n\nb', ['~~~\n```\n\na\n~~~\n\n'], 'b'],
    ['\n\none', ['\n\n'], 'one'],
  ])('%j', (text, blocks, rest) => {
    expect(splitMarkdownBlocks(text)).toEqual({ blocks, rest });
  });
});

it('cuts the same blocks however the text comes', () => {
  const text =
    '# a\n\nb *c*\n\n```js\nx\n\ny\n```\n\n- d\n\n  e\n- f\n\n| g | h |\n|---|---|\n\nend';
  const whole = splitMarkdownBlocks(text);
  const blocks: string[] = [];
  let rest = '';
  for (const sign of text.split('')) {
    const cut = splitMarkdownBlocks(rest + sign);
    blocks.push(...cut.blocks);
    rest = cut.rest;
  }
  expect({ blocks, rest }).toEqual(whole);
});

it('cuts a very long block at a line, and goes on with code as code', () => {
  const line = `${'x'.repeat(99)}\n`;
  const words = splitMarkdownBlocks(line.repeat(100));
  expect(words.blocks.map(({ length }) => length)).toEqual([6100]);
  expect(words.blocks.join('') + words.rest).toBe(line.repeat(100));
  const code = splitMarkdownBlocks(`\`\`\`js\n${line.repeat(100)}`);
  expect(code.blocks[0]).toMatch(/^```js\nx[^]*x\n```\n$/);
  expect(code.rest).toMatch(/^```js\nx/);
});
