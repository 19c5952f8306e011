import { FormFieldInput } from './form-field-input.tsx';
import { fieldsOf } from './schema-form.ts';

export const title = 'Field of a form';

const [field] =
  fieldsOf({
    properties: { days: { type: 'integer', title: 'Days', description: 'How many.' } },
    required: ['days'],
  }) ?? [];

export const states = {
  'with a fault': field && (
    <FormFieldInput field={field} text="many" fault="must be a number" onChange={() => {}} />
  ),
};
