import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createRuleJudge, listMalformedRules, type PermissionRules } from './permission-rules.ts';

const rules: PermissionRules = {
  deny: ['shell_*', 'fs_write:path=/etc/*'],
  ask: ['fs_write', 'fetch:options.method=POST'],
  allow: ['fs_*:path=/data/*', 'fetch:url=https://*.example.com/*', 'fs_list'],
};

function verdict(name: string, args: JsonObject = {}, given = rules): string | undefined {
  return createRuleJudge(given)({ name, arguments: args })?.verdict;
}

it.each([
  ['shell_run', {}, 'deny'],
  ['fs_write', { path: '/etc/passwd' }, 'deny'],
  ['fs_write', { path: '/data/a' }, 'ask'],
  ['fs_read', { path: '/data/a' }, 'allow'],
  ['fs_read', { path: '/data/../etc/passwd' }, undefined],
  ['fs_read', { path: '/data/..\\etc' }, undefined],
  ['fs_read', { path: '/data/a..b' }, 'allow'],
  ['fs_read', { path: 7 }, undefined],
  ['fs_read', {}, undefined],
  ['fs_list', { path: '/' }, 'allow'],
  ['fetch', { url: 'https://www.example.com/a' }, 'allow'],
  ['fetch', { url: 'https://example.org/?example.com/' }, undefined],
  ['fetch', { url: 'https://www.example.com/a', options: { method: 'POST' } }, 'ask'],
  ['other', {}, undefined],
] as const)('%s with %o: %s', (name, args, expected) => {
  expect(verdict(name, args)).toBe(expected);
});

it('says which rule spoke', () => {
  expect(createRuleJudge(rules)({ name: 'shell_run', arguments: {} })?.reason).toBe(
    'the rule "shell_*" denies the call',
  );
});

it('a condition may hold a number, and several must all be true', () => {
  const given = { deny: ['pay:sum=100&to=*'] };
  expect(verdict('pay', { sum: 100, to: 'Ada' }, given)).toBe('deny');
  expect(verdict('pay', { sum: 100 }, given)).toBeUndefined();
});

it('a malformed rule is named; it allows nothing and denies everything', () => {
  expect(listMalformedRules({ deny: [':a=b'], allow: ['pay:sum', 'fine'] })).toEqual([
    { rule: ':a=b', why: 'names no tool' },
    { rule: 'pay:sum', why: '"sum" is not <argument>=<value>' },
  ]);
  expect(verdict('pay', { sum: 1 }, { allow: ['pay:sum'] })).toBeUndefined();
  expect(verdict('pay', {}, { deny: [':a=b'] })).toBe('deny');
});
