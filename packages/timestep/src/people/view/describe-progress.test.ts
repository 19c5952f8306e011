import { expect, it } from 'vitest';
import { describeProgress } from './describe-progress.ts';
import type { ViewItem } from './view-item.ts';

const facts = { id: 'a', taskId: 't' };
const user: ViewItem = { ...facts, kind: 'user', text: 'Hi', isSteering: false };

function call(name: string, state: 'running' | 'done' | 'waiting', args = '{}'): ViewItem {
  return { ...facts, kind: 'call', callId: 'c', name, arguments: args, state, attempt: 1 };
}

const asked = call('call_agent', 'running', '{"agent":"research","message":"Why?"}');
const reply = { ...facts, kind: 'assistant', step: 1, attempt: 1, text: 'It' } as const;

it.each<[string, readonly ViewItem[], string | undefined]>([
  ['a message without an answer', [user], 'Thinking'],
  ['a running tool', [user, call('read_file', 'running')], 'Running read_file'],
  ['two running tools', [call('a', 'running'), call('b', 'running')], 'Running a and 1 more'],
  ['a tool beside a finished one', [call('a', 'running'), call('b', 'done')], 'Running a'],
  ['an agent that works', [user, asked], 'research is working'],
  ['a finished tool', [user, call('a', 'done')], 'Thinking'],
  ['a tool that waits for a person', [user, call('a', 'waiting')], undefined],
  ['an answer that is written', [user, { ...reply, state: 'streaming' }], undefined],
  ['an answer before the next step', [user, { ...reply, state: 'done' }], 'Thinking'],
  ['an empty turn', [], undefined],
])('describes %s', (_name, items, expected) => {
  expect(describeProgress(items)).toBe(expected);
});
