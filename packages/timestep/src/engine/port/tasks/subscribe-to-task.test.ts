import { expect, it } from 'vitest';
import { apply, CORE_VERSION, DEFAULT_LIMITS, type AssistantMessage } from '#core';
import type { Delta } from '../agent/agent-fn.ts';
import { updatesToSteps } from './subscribe-to-task.ts';
import type { TaskUpdate } from './runner.ts';

const first = {
  type: 'task.submitted',
  taskId: 't',
  contextId: 'c',
  agent: 'a',
  principal: '',
  coreVersion: CORE_VERSION,
  toolSite: 'server',
  limits: DEFAULT_LIMITS,
  seed: 0,
  loadPrompt: false,
  history: [],
  clientTools: [],
} as const;
const reply: AssistantMessage = {
  role: 'assistant',
  content: 'hello there',
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
};

async function shownBy(...deltas: Delta[]): Promise<Delta[]> {
  async function* updates(): AsyncGenerator<TaskUpdate> {
    yield {
      kind: 'event',
      event: { type: 'model.started', step: 1, attempt: 1, generation: 2, at: 0 },
    };
    for (const delta of deltas) yield { kind: 'delta', step: 1, attempt: 1, delta };
    const event = {
      type: 'model.replied',
      step: 1,
      attempt: 1,
      message: reply,
      generation: 3,
      at: 0,
    } as const;
    yield { kind: 'event', event };
  }
  const seen: Delta[] = [];
  const from = apply(undefined, { ...first, generation: 1, at: 0 });
  for await (const step of updatesToSteps(updates(), from))
    if (step.kind === 'delta') seen.push(step.delta);
  return seen;
}

it.each<[string, Delta[]]>([
  ['nothing was streamed', []],
  ['some was missed', [{ type: 'text', text: 'hello' }]],
  [
    'all was streamed',
    [
      { type: 'text', text: 'hello there' },
      { type: 'tool-call', index: 0, id: 'c1', name: 'f', arguments: '{"x":1}' },
    ],
  ],
  [
    'the text started over',
    [
      { type: 'text', text: 'good bye' },
      { type: 'text', text: 'hello', restarts: true },
    ],
  ],
  ['something else was streamed', [{ type: 'text', text: 'good bye' }]],
  ['more was streamed', [{ type: 'text', text: 'hello there and more' }]],
])('shows a whole reply when %s', async (_name, deltas) => {
  const seen = await shownBy(...deltas);
  let text = '';
  for (const delta of seen)
    if (delta.type === 'text') text = (delta.restarts ? '' : text) + delta.text;
  const args = seen.map((delta) => (delta.type === 'tool-call' ? delta.arguments : '')).join('');
  expect([text, args]).toEqual(['hello there', '{"x":1}']);
});
