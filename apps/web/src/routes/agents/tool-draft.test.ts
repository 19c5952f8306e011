import { expect, it } from 'vitest';
import { toolToDraft, NEW_TOOL, draftToTool } from './tool-draft.ts';

const book = {
  name: 'book',
  description: 'Books a train.',
  parameters: {
    type: 'object',
    additionalProperties: false,
    properties: {
      to: { type: 'string', description: 'Where', minLength: 1 },
      seats: { type: ['integer', 'null'], default: 1 },
      options: { anyOf: [{ type: 'string' }] },
    },
    required: ['to'],
  },
  prompt: 'Book {seats} seats to {to}: {options}',
} as const;

it('keeps what the form does not show', () => {
  expect(draftToTool(toolToDraft(book as never))).toEqual(book);
});

it('changes what the form shows', () => {
  const draft = toolToDraft(book as never);
  const fields = draft.fields.map((field) => ({ ...field, isRequired: false }));
  expect(draftToTool({ ...draft, fields }).parameters).not.toHaveProperty('required');
  expect(draftToTool({ ...NEW_TOOL, name: 'look', prompt: 'Look.' })).toEqual({
    name: 'look',
    parameters: { type: 'object', properties: {} },
    prompt: 'Look.',
  });
});
