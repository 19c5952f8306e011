import { expect, it } from 'vitest';
import type { GuardContext } from '#engine/port';
import { createRulesGuard } from './rules-guard.ts';

const site: GuardContext = {
  task: { id: 't', contextId: 'c', agent: 'a', metadata: {} },
  signal: new AbortController().signal,
};

it.each([
  ['pay', { action: 'block', reason: 'the rule "pay" denies the call' }],
  ['send', { action: 'ask', reason: 'the rule "send" asks a person' }],
  ['read', { action: 'allow' }],
  ['other', undefined],
])('%s', (name, decision) => {
  const guard = createRulesGuard({ deny: ['pay'], ask: ['send'], allow: ['read'] });
  expect(guard.beforeTool?.({ id: 'c1', name, arguments: {} }, site)).toEqual(decision);
});
