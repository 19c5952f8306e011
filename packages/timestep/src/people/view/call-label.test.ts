import { expect, it } from 'vitest';
import { formatCallLabel } from './call-label.ts';

const label = (name: string, args: object | string): string =>
  formatCallLabel({
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  });

it.each([
  ['agents_call_agent', { agent: 'weather', message: 'Rain in\nOslo?' }, 'weather: Rain in Oslo?'],
  ['handoff', { agent_uri: 'http://127.0.0.1:9/agents/sky', message: 'Rain?' }, 'sky: Rain?'],
  [
    'personal_handoff',
    { agent_uri: 'http://sky.example:9/', message: 'Rain?' },
    'sky.example:9: Rain?',
  ],
  ['agents_call_agent', { agent: '../weather', message: 'Rain?' }, 'weather: Rain?'],
  ['agents_call_agent', { agent: 5 }, 'agents_call_agent'],
  ['agents_call_agent', '{', 'agents_call_agent'],
  ['look', { agent: 'weather', message: 'Rain?' }, 'look'],
])('shows a call of %s with %j', (name, args, shown) => {
  expect(label(name, args)).toBe(shown);
});

it('cuts long questions', () => {
  const shown = label('handoff', { agent_uri: 'http://a.example/b', message: 'x'.repeat(5000) });
  expect(shown).toBe(`b: ${'x'.repeat(120)}…`);
});
