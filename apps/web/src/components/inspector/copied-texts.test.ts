import { expect, it } from 'vitest';
import type { ModelStep } from '@timestep-ai/timestep/view';
import { buildChatRequest, formatCallCurl, formatModelCurl } from './copied-texts.ts';

const STEP: ModelStep = {
  kind: 'model',
  from: 0,
  events: [],
  step: 1,
  attempt: 1,
  called: { model: 'small', provider: 'test' },
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: "What's up?", is_context: true },
    { role: 'assistant', content: 'Hm.', reasoning: 'secret', cost_usd: 1 },
  ],
  omitted: 0,
  newFrom: 1,
  window: [],
  clientTools: [],
};

it('rebuilds a request without what was kept about replies', () => {
  expect(buildChatRequest(STEP, [])).toEqual({
    model: 'small',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: "What's up?" },
      { role: 'assistant', content: 'Hm.' },
    ],
  });
});

it('rebuilds the tools that were offered, without facts that models do not see', () => {
  const read = { name: 'read_log', description: 'Reads the log.', parameters: { type: 'object' } };
  expect(
    buildChatRequest(STEP, [{ type: 'function', function: read, needsApproval: true }]),
  ).toMatchObject({ tools: [{ type: 'function', function: read }] });
});

it('quotes what a shell would read, and holds no key', () => {
  const command = formatModelCurl(STEP, []);
  expect(command).toContain(String.raw`What'\''s up?`);
  expect(command).toContain('Bearer $OPENAI_API_KEY');
});

it('copies a call with the arguments that a person changed', () => {
  const called = { name: 'pay', arguments: '{"amount":5}' };
  const call = { id: 'c', type: 'function', function: called } as const;
  expect(formatCallCurl({ call })).toContain('"amount": 5');
  expect(formatCallCurl({ call, changed: '{"amount":4}' })).toContain('"amount": 4');
});
