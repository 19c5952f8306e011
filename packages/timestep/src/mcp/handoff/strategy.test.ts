import { expect, it } from 'vitest';
import { HANDOFF_EXTENSION } from '../extension.ts';
import { strategyFor, type Peer } from './strategy.ts';

const extensions = { [HANDOFF_EXTENSION]: {} };
const able = { sampling: {}, extensions };

it.each<{
  readonly capabilities: Peer['capabilities'];
  readonly era: Peer['era'];
  readonly callAgent?: true;
  readonly by: string;
}>([
  { era: 'modern', capabilities: able, by: 'result' },
  { era: 'legacy', capabilities: able, by: 'request' },
  { era: 'legacy', capabilities: able, callAgent: true, by: 'request' },
  { era: 'modern', capabilities: { sampling: {} }, by: 'nobody' },
  { era: 'modern', capabilities: { extensions }, by: 'nobody' },
  { era: 'legacy', capabilities: undefined, by: 'nobody' },
  { era: 'modern', capabilities: { sampling: {} }, callAgent: true, by: 'server' },
  { era: 'legacy', capabilities: undefined, callAgent: true, by: 'server' },
])('$era client with $capabilities, server able to call: $callAgent -> $by', (given) => {
  const { era, capabilities, callAgent, by } = given;
  expect(strategyFor({ peer: { era, capabilities } }, callAgent).by).toBe(by);
});

it('within the process the server calls, or no side does', () => {
  expect(strategyFor(undefined, true).by).toBe('server');
  expect(strategyFor(undefined, undefined).by).toBe('nobody');
});
