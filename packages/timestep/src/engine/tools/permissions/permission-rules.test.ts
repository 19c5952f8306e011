import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
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
  ['fs_read', { path: '/data/..\\etc' }, 'ask'],
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

it('an argument that no condition names breaks an allow, unless the rule is open', () => {
  const call = { to: 'team@example.org', bcc: 'eve@example.net' };
  expect(verdict('send', call, { allow: ['send:to(enum)=team@example.org'] })).toBeUndefined();
  expect(verdict('send', call, { allow: ['send:to(enum)=team@example.org&*'] })).toBe('allow');
  expect(verdict('read', { path: '/data/a', as: 'x' }, rules)).toBeUndefined();
  expect(verdict('send', call, { allow: ['send'] })).toBe('allow');
  expect(verdict('send', call, { deny: ['send:to=team@example.org'] })).toBe('deny');
});

it.each([
  ['items.*.path', { items: [{ path: 'src/a' }, { path: 'src/b' }] }, 'allow'],
  ['items.*.path', { items: [{ path: 'src/a' }, { path: '/etc/hosts' }] }, undefined],
  ['items.*.path', { items: [] }, undefined],
  ['path', { path: ['src/a', 'src/b'] }, 'allow'],
  ['path', { path: ['src/a', 'lib/b'] }, undefined],
  ['path', { path: null }, undefined],
  ['path', { Path: 'src/a' }, undefined],
  ['items.*.path', { items: [{ path: 'src/a', to: '/etc/hosts' }] }, undefined],
  ['items.*.path', { items: [{ path: 'src/a' }, { to: '/etc/hosts' }] }, undefined],
  ['items.*.path', { items: [{ path: 'src/a' }, {}] }, undefined],
  ['items.*.path', { items: [{ path: 'src/a' }, null] }, undefined],
  ['items.*.path', { items: { a: { path: 'src/a' } } }, 'allow'],
  ['items.*.path', { items: '[{"path":"src/a"}]' }, undefined],
  ['options.path', { options: { path: 'src/a' } }, 'allow'],
  ['options.path', { options: { path: 'src/a', mode: 7 } }, undefined],
  ['options.path', { 'options.path': 'src/a' }, undefined],
  ['items.*', { items: ['src/a', ['src/b']] }, 'allow'],
  ['items.*', { items: ['src/a', { path: 'src/b' }] }, undefined],
] as const)('every value at %s of %o is judged: %s', (argument, args, expected) => {
  const given = { allow: [`batch:${argument}(path)=src/**`] };
  expect(verdict('batch', args, given)).toBe(expected);
});

it.each([
  [{ options: { config: { file: 'a/.env' } } }, 'deny'],
  [{ files: ['src/a.ts', '.env'] }, 'deny'],
  [{ 'a/.env': 1 }, 'deny'],
  [{ file: 'a/env' }, undefined],
  [{ file: '["src/a", ".env"]' }, 'deny'],
  [{ file: nest('a/.env', 90) }, 'deny'],
] as const)('a deny rule about all arguments finds every leaf and key: %o', (args, expected) => {
  expect(verdict('any', args, { deny: ['*:**=**/.env'] })).toBe(expected);
});

it.each([
  [{ options: { path: '/etc/hosts' } }, 'deny'],
  [{ options: '{"path": "/etc/hosts"}' }, 'deny'],
  [{ Options: { PATH: '/etc/hosts' } }, 'deny'],
  [{ options: [{ path: '/etc/hosts' }] }, undefined],
  [{ options: { path: { file: '/etc/hosts' } } }, 'deny'],
  [{ options: { path: { '/etc/hosts': true } } }, 'deny'],
] as const)('a deny rule about an argument finds it in every form: %o', (args, expected) => {
  expect(verdict('any', args, { deny: ['*:options.path=/etc/**'] })).toBe(expected);
});

function nest(value: JsonValue, levels: number): JsonValue {
  let nested = value;
  for (let level = 0; level < levels; level += 1) nested = { in: nested };
  return nested;
}

it('commands of one line may be covered by several rules, and all of them must be', () => {
  const given = { allow: ['run:command=git status *', 'run:command=ls *'] };
  expect(verdict('run', { command: 'git status -s && ls -l | ls' }, given)).toBe('allow');
  expect(verdict('run', { command: 'git status && curl x' }, given)).toBeUndefined();
  expect(verdict('run', { command: 'git status $(id)' }, given)).toBe('ask');
  expect(verdict('run', { command: 'git status', cwd: '/' }, given)).toBeUndefined();
});

it('says why a rule cannot be applied', () => {
  const judge = createRuleJudge({ allow: ['read:path=/data/*'] });
  expect(judge({ name: 'read', arguments: { path: '/data/%2e%2e/x' } })?.reason).toBe(
    'the rule "read:path=/data/*" cannot be applied: the path has percent codes',
  );
});

it('refuses a kind or pattern that does not exist', () => {
  expect(listMalformedRules({ allow: ['t:a(paht)=x', 't:a(number)=few', 't:a(url)=x'] })).toEqual([
    {
      rule: 't:a(paht)=x',
      why: 'has "paht", which is not a kind of value: did you mean path?',
    },
    { rule: 't:a(number)=few', why: '"few" is not a pattern of the kind number' },
    { rule: 't:a(url)=x', why: '"x" is not a pattern of the kind url' },
  ]);
});

it('a relative path in an unknown folder is inside of no absolute pattern', () => {
  const given = { deny: ['read:path=/*'], allow: ['read:path(path)=**'] };
  expect(verdict('read', { path: 'notes/a.md' }, given)).toBe('allow');
  expect(verdict('read', { path: '/notes/a.md' }, given)).toBe('deny');
  expect(verdict('read', { path: 'file:///notes/a.md' }, given)).toBe('deny');
});
