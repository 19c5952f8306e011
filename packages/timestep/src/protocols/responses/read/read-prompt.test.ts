import { expect, it } from 'vitest';
import { assertPromptVariables, readPrompt } from './read-prompt.ts';
import { requireBodyFields } from './responses-fields.ts';

it('reads a prompt with its variables as texts', () => {
  const variables = { to: 'Rome', day: { type: 'input_text', text: 'Friday' } };
  expect(
    readPrompt(requireBodyFields({ prompt: { id: 'book', version: null, variables } })),
  ).toEqual({
    id: 'book',
    variables: { to: 'Rome', day: 'Friday' },
  });
  expect(readPrompt(requireBodyFields({ prompt: null }))).toBeUndefined();
});

it.each([
  [{ who: 'Ada' }, 'prompt.variables.who'],
  [{}, 'prompt.variables.to'],
  [{ constructor: 'x', to: 'Rome' }, 'prompt.variables.constructor'],
])('refuses %j as the variables of a prompt that needs "to"', (variables, param) => {
  const parameters = { type: 'object', properties: { to: {} }, required: ['to'] };
  const given = variables as unknown as Readonly<Record<string, string>>;
  const checking = (): void =>
    assertPromptVariables({ id: 'book', variables: given }, { parameters, fill: () => '' });
  expect(checking).toThrow(expect.objectContaining({ status: 400, param }));
});
