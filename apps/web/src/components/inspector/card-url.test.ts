import { expect, it } from 'vitest';
import { getCardUrl } from './card-url.ts';

it.each([
  ['https://sky.example', 'https://sky.example/.well-known/agent-card.json'],
  ['http://127.0.0.1:8/agents/sky/', 'http://127.0.0.1:8/agents/sky/.well-known/agent-card.json'],
  ['https://sky.example/card.json?a=1', 'https://sky.example/card.json?a=1'],
  ['javascript:alert(1)', undefined],
  ['sky', undefined],
])('knows where the card of %s is', (agent, card) => {
  expect(getCardUrl(agent)).toBe(card);
});
