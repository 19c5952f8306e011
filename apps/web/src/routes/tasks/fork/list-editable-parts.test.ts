import type { StepDetails } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { listEditableParts } from './list-editable-parts.ts';

const messages = [
  { role: 'user', content: 'Pay five' },
  { role: 'user', content: 'a reference', is_context: true },
  { role: 'assistant', content: 'Hm.' },
] as const;

it.each<[object, object]>([
  [{ kind: 'turn', question: 'Pay five' }, { text: 'Pay five' }],
  [{ kind: 'turn', question: '' }, {}],
  [{ kind: 'model', messages }, { text: 'Pay five' }],
  [{ kind: 'model', messages: [] }, {}],
  [{ kind: 'call', result: 'paid' }, { result: 'paid' }],
  [{ kind: 'call', result: 'it waits', outcome: { text: 'sun' } }, { result: 'sun' }],
  [{ kind: 'call' }, {}],
  [{ kind: 'crash' }, {}],
])('of %o are %o', (step, parts) => {
  expect(listEditableParts(step as StepDetails)).toEqual(parts);
});
