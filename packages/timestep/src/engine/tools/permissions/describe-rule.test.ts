import { expect, it } from 'vitest';
import { describeRule, type RuleEffect } from './describe-rule.ts';

it.each<[RuleEffect, string, string]>([
  ['deny', 'shell_*', 'denies every tool named like shell_* with any arguments'],
  ['ask', 'fs_write_file', 'asks a person about fs_write_file with any arguments'],
  [
    'allow',
    'fs_*:path=/srv/data/*',
    'allows every tool named like fs_* if path is a path below /srv/data, and there is no other argument',
  ],
  [
    'allow',
    'fs_read:path(path:read)=src/**&*',
    'allows fs_read if path is a path below src that the tool may read, whatever the other arguments',
  ],
  [
    'deny',
    '*:**=**/.env',
    'denies every tool named like * if any value at ** is a path like **/.env',
  ],
  [
    'allow',
    'web:url=https://a.example/*&n(number)=1..9 int',
    'allows web if url is a URL like https://a.example/* and n is a whole number from 1 to 9, and there is no other argument',
  ],
  ['deny', 'pay:n(number)=100..', 'denies pay if n is a number of at least 100'],
  ['deny', 'pay:n(number)=..3', 'denies pay if n is a number of at most 3'],
  [
    'ask',
    'sh:command=git push *',
    'asks a person about sh if command is the command git push with any further words',
  ],
  [
    'allow',
    'mail:to(enum)=a|b',
    'allows mail if to is one of a, b, and there is no other argument',
  ],
  ['allow', 'mail:to=*', 'allows mail if to is anything, whatever the other arguments'],
  ['allow', 'mail:n(number)=few', 'is malformed and allows nothing'],
  ['deny', ':a=b', 'is malformed and denies every call'],
])('%s %s', (effect, rule, words) => {
  expect(describeRule(effect, rule)).toBe(words);
});
