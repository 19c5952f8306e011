import { FileField } from './file-field.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Select, TextField } from './form.tsx';
import { FormFieldInput } from './form-field-input.tsx';
import { schemaToFields } from './schema-form.ts';
import { ToolForm } from './tool-form.tsx';

const [field] =
  schemaToFields({
    properties: { days: { type: 'integer', title: 'Days', description: 'How many.' } },
    required: ['days'],
  }) ?? [];

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Where the weather is looked up.' },
    days: { type: 'integer', default: 3 },
    unit: { enum: ['celsius', 'fahrenheit'] },
    isShort: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    place: { type: 'object', description: 'In place of the city.' },
  },
  required: ['city'],
};

const form = { schema, label: 'Run', isSending: false, onSend: () => {} };

export const gallery = {
  'Form field': {
    'with an error': field && (
      <FormFieldInput field={field} text="many" error="must be a number" onChange={() => {}} />
    ),
  },
  'Text field': {
    empty: <TextField label="Name" placeholder="desk" />,
    filled: <TextField label="Name of a filled field" value="Desk" onChange={() => {}} />,
    invalid: <TextField label="Days" value="many" aria-invalid onChange={() => {}} />,
    disabled: <TextField label="Name that is fixed" value="Desk" disabled onChange={() => {}} />,
    'several lines': <TextField label="Message" rows={3} />,
  },
  Select: {
    chosen: <Select label="Unit" options={['celsius', 'fahrenheit']} value="fahrenheit" />,
    disabled: <Select label="Unit that is fixed" options={['celsius']} disabled />,
  },
  'Filter bar': {
    'with a search': (
      <FilterBar>
        <TextField aria-label="Search runs" type="search" placeholder="Search" />
        <Select aria-label="State" options={['all', 'failed']} />
      </FilterBar>
    ),
  },
  'File field': { empty: <FileField label="Agent file" name="file" /> },
  'Tool form': {
    'all field types': <ToolForm {...form} />,
    sending: <ToolForm {...form} isSending />,
    'without arguments': <ToolForm {...form} schema={{ type: 'object' }} />,
    'JSON only': <ToolForm {...form} schema={{ anyOf: [] }} />,
  },
};
