import { expect, it } from 'vitest';
import { listNamesInPrompt, fillPrompt, type AgentTool } from './agent-tool.ts';

function filled(prompt: string, args: Parameters<typeof fillPrompt>[1], properties = {}): string {
  const parameters = { type: 'object', properties };
  return fillPrompt({ name: 'book', parameters, prompt } satisfies AgentTool, args);
}

it('puts the name of the tool and the arguments into the prompt', () => {
  expect(filled('{name}: {to} on {day}, {to}', { to: 'Paris', day: 3 })).toBe(
    'book: Paris on 3, Paris',
  );
});

it('fills each place once, so that an argument cannot bring in another', () => {
  const args = { to: '{day} {name} $& $1', day: 'Monday' };
  expect(filled('To {to} on {day}', args)).toBe('To {day} {name} $& $1 on Monday');
});

it('writes objects and lists as JSON, and what is missing as nothing', () => {
  const args = { who: { name: 'Ann' }, ids: [1, 2], sure: false, none: null };
  expect(filled('{who} {ids} {sure} {none}|{day}|', args)).toBe('{"name":"Ann"} [1,2] false ||');
});

it('takes the default of a schema for an argument that is missing', () => {
  const properties = { day: { type: 'string', default: 'today' } };
  expect(filled('{day}', {}, properties)).toBe('today');
  expect(filled('{day}', { day: '' }, properties)).toBe('');
});

it('reads nothing that objects have by themselves', () => {
  expect(filled('{constructor}{toString}', {})).toBe('');
});

it('takes other braces for text', () => {
  const prompt = 'Answer as {"a": {}} or { b } or {1} for {to} and {étage}';
  expect(listNamesInPrompt(prompt)).toEqual(['to', 'étage']);
  expect(filled(prompt, { to: 'x' })).toBe('Answer as {"a": {}} or { b } or {1} for x and ');
});
