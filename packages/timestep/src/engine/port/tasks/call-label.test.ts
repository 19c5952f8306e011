import { expect, it } from 'vitest';
import { describeCall, describeReply } from './call-label.ts';

const shown = (name: string, args: object | string) =>
  describeCall({
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  });

it.each([
  [
    'agents_call_agent',
    { agent: 'weather', message: 'Rain in\nOslo?' },
    'weather',
    'Rain in Oslo?',
  ],
  ['handoff', { agent_uri: 'http://127.0.0.1:9/agents/sky', message: 'Rain?' }, 'sky', 'Rain?'],
  [
    'personal_handoff',
    { agent_uri: 'http://sky.example:9/', message: 'Rain?' },
    'sky.example:9',
    'Rain?',
  ],
  ['agents_call_agent', { agent: '../weather', message: 'Rain?' }, 'weather', 'Rain?'],
])('shows a call of %s with %j as an agent that is asked', (name, args, label, note) => {
  expect(shown(name, args)).toEqual({ label, note, asksAgent: true });
});

it.each([
  ['agents_call_agent', { agent: 5 }, '5'],
  ['agents_call_agent', '{', undefined],
  ['look', { agent: 'weather', lines: 7, deep: { no: 1 } }, 'weather 7'],
])('shows a call of %s with %j by its arguments', (name, args, note) => {
  expect(shown(name, args)).toEqual({ label: name, ...(note !== undefined && { note }) });
});

it('cuts long questions', () => {
  const { note } = shown('handoff', {
    agent_uri: 'http://a.example/b',
    message: 'x'.repeat(5000),
  });
  expect(note).toBe(`${'x'.repeat(120)}…`);
});

it('describes a reply by what it calls, or by its text', () => {
  const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
  const calls = [call, { ...call, id: 'd' }];
  expect(describeReply({ role: 'assistant', content: 'So.', tool_calls: calls })).toBe('look');
  expect(describeReply({ role: 'assistant', content: 'All\nis well.' })).toBe('All is well.');
});
