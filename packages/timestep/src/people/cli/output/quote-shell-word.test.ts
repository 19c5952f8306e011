import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quoteShellWord } from './plain-text.ts';

it.each(['01a4-b', './agents/guide', 'http://127.0.0.1:9999/a', 'openai/gpt-4o'])(
  'leaves %s as it is',
  (text) => {
    expect(quoteShellWord(text)).toBe(text);
  },
);

it.each(['two words', "it's", '$(echo hi)', '`echo hi`', 'a;b', '-n *', '"', '\\', ''])(
  'is one word for a shell: %j',
  (text) => {
    const printed = execFileSync('sh', ['-c', `printf %s ${quoteShellWord(text)}`], {
      encoding: 'utf8',
    });
    expect(printed).toBe(text);
  },
);

it('holds no control characters', () => {
  expect(quoteShellWord('a\u001b[2J\nb')).toMatch(/^[\P{Cc}]+$/u);
});
