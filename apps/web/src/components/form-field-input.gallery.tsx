import { FormFieldInput } from './form-field-input.tsx';
import { schemaToFields } from './schema-form.ts';

export const title = 'Form field';

const [field] =
  schemaToFields({
    properties: { days: { type: 'integer', title: 'Days', description: 'How many.' } },
    required: ['days'],
  }) ?? [];

export const states = {
  'with an error': field && (
    <FormFieldInput field={field} text="many" error="must be a number" onChange={() => {}} />
  ),
};
