import { expect, it } from 'vitest';
import { resolveSymbolicLinks, type PathFacts } from './path-facts.ts';
import { createRuleJudge } from './permission-rules.ts';

/** Links of a file system: path and text. */
const LINKS: Readonly<Record<string, string>> = {
  '/srv/app/src/keys': '/users/ada/.ssh',
  '/srv/app/src/up': '..',
  '/srv/app/src/local': 'real',
  '/srv/app/out': '/mnt/out',
  '/srv/app/loop': 'loop',
  '/srv/app/src/chain': 'keys',
  '/srv/app/tmp': '/private/tmp',
  '/etc': '/private/etc',
};

const FACTS: PathFacts = {
  root: '/srv/app',
  home: '/users/ada',
  readLink: (path) => (Object.hasOwn(LINKS, path) ? LINKS[path] : undefined),
  guarded: ['/srv/app/tsagent.json', '/users/ada/.config/timestep'],
};

function judge(rule: string, value: string, facts: PathFacts = FACTS): string {
  const [effect = '', kind = '', ...rest] = rule.split(' ');
  const rules = { [effect]: [`tool:value(${kind})=${rest.join(' ')}`] };
  return createRuleJudge(rules, facts)({ name: 'tool', arguments: { value } })?.verdict ?? 'none';
}

it.each([
  ['allow path src/**', 'src/a.ts', 'allow'],
  ['allow path src/**', 'src/local/a.ts', 'allow'],
  ['allow path src/**', 'src/keys/id', 'ask'],
  ['allow path src/**', 'src/keys', 'ask'],
  ['allow path src/**', 'src/chain/id', 'ask'],
  ['allow path src/**', 'src/up/.env', 'ask'],
  ['allow path src/**', 'src/up/src/a.ts', 'allow'],
  // The system goes up from the target of the link, not from the link.
  ['allow path src/**', 'src/keys/../a.ts', 'ask'],
  ['allow path **', 'loop/a', 'ask'],
  ['allow path **', 'src/keys/id', 'allow'],
  ['allow path **/*.ts', 'src/keys/a.ts', 'allow'],
  ['allow path out/**', 'out/a', 'allow'],
  ['allow path /srv/app/out/*', 'out/../out/a', 'allow'],
  ['allow path /srv/app/*', 'out/../a', 'ask'],
  ['allow path /mnt/out/**', 'out/a', 'none'],
  ['allow path tmp/*', 'tmp/a', 'allow'],
  ['deny path ~/.ssh/**', 'src/keys/id', 'deny'],
  ['deny path ~/.ssh/**', 'src/keys', 'deny'],
  ['deny path ~/.ssh/**', 'src/chain/id', 'deny'],
  ['deny path ~/.ssh/**', 'src/keys/../.ssh/id', 'deny'],
  ['deny path ~/.ssh/**', 'src/up/src/keys/id', 'deny'],
  ['deny path ~/.ssh/**', 'src/%6beys/id', 'deny'],
  ['deny path src/keys/**', '/users/ada/.ssh/id', 'deny'],
  ['deny path /etc/passwd', '/private/etc/passwd', 'deny'],
  ['deny path /private/etc/**', '/etc/passwd', 'deny'],
  ['deny path out/**', '/mnt/out/a', 'deny'],
  ['deny path src/**', 'src/keys/id', 'deny'],
  ['deny path /mnt/other/**', 'out/a', 'none'],
])('%s, %s: %s', (rule, value, verdict) => {
  expect(judge(rule, value)).toBe(verdict);
});

it.each([
  ['allow path **', 'tsagent.json', 'ask'],
  ['allow path **', './src/../tsagent.json', 'ask'],
  ['allow path **', 'src/up/tsagent.json', 'ask'],
  ['allow path **', '/users/ada/.config/timestep/trust.json', 'ask'],
  ['allow path:write **', 'tsagent.json', 'ask'],
  ['allow path:read **', 'tsagent.json', 'allow'],
  ['allow path:list **', 'tsagent.json', 'allow'],
  ['allow path:read src/**', 'src/keys/id', 'ask'],
  ['allow path **', 'src/tsagent.json', 'allow'],
  ['allow path:write src/**', 'src/a.ts', 'allow'],
  ['deny path:write src/**', 'src/a.ts', 'deny'],
])('no rule lets an agent write what decides about it: %s, %s: %s', (rule, value, verdict) => {
  expect(judge(rule, value)).toBe(verdict);
});

it('a case that the file system folds is folded in denies and in what decides about the agent', () => {
  const folding = { ...FACTS, foldsCase: true };
  expect(judge('deny path src/secret/**', 'SRC/Secret/a', folding)).toBe('deny');
  expect(judge('deny path src/secret/**', 'SRC/Secret/a')).toBe('none');
  expect(judge('allow path Src/**', 'src/a', folding)).toBe('none');
  expect(judge('allow path **', 'TSAGENT.JSON', folding)).toBe('ask');
  expect(judge('allow path **', 'TSAGENT.JSON')).toBe('allow');
});

it('a pattern of everything absolute means paths that are written so, or leave their folder', () => {
  expect(judge('deny path /*', 'src/a')).toBe('none');
  expect(judge('deny path /*', '/srv/app/src/a')).toBe('deny');
  expect(judge('deny path /**', '../x')).toBe('deny');
  expect(judge('deny path /*', 'file:///x')).toBe('deny');
  expect(judge('deny path /*', '~/x')).toBe('deny');
  expect(judge('allow path /*', 'src/a')).toBe('none');
  expect(judge('allow path /*', '/x')).toBe('allow');
});

it('a path that leaves a folder that is not known asks where something absolute is denied', () => {
  const unknown = { home: '/users/ada' };
  expect(judge('deny path /etc/**', '../../etc/passwd', unknown)).toBe('ask');
  expect(judge('deny path /etc/**', 'etc/passwd', unknown)).toBe('none');
  expect(judge('deny path etc/**', '../etc/passwd', unknown)).toBe('ask');
});

it('links that are too many or too long lead nowhere', () => {
  const read = FACTS.readLink ?? (() => undefined);
  expect(resolveSymbolicLinks('/srv/app/loop', read)).toBeUndefined();
  expect(resolveSymbolicLinks(`/${'a/'.repeat(3000)}`, read)).toBeUndefined();
  expect(resolveSymbolicLinks('/srv/app/src/up/../x', read)).toEqual(['srv', 'x']);
});
