import { Button } from '../../components/controls/button.tsx';
import { FIELD_TYPES, type FieldDraft } from './tool-draft.ts';
import { Select, TextField } from '../../components/forms/form.tsx';

interface ToolFieldsProps {
  readonly fields: readonly FieldDraft[];
  readonly samples: Readonly<Record<string, string>>;
  readonly onChange: (fields: readonly FieldDraft[]) => void;
  readonly onSample: (samples: Readonly<Record<string, string>>) => void;
}

export function ToolFields({ fields, samples, onChange, onSample }: ToolFieldsProps) {
  const change = (at: number, news: Partial<FieldDraft>): void =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...news } : field)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm">Fields</legend>
      {fields.map((field, at) => (
        // React keys are indexes, because a new parameter has no name yet.
        <div key={at} role="group" aria-label={`Field ${at + 1}`} className="flex flex-wrap gap-2">
          <TextField
            aria-label="Field name"
            value={field.name}
            placeholder="name"
            required
            onChange={(name) => change(at, { name })}
            className="w-28"
          />
          <Select
            aria-label="Type"
            value={field.type}
            options={field.type === '' ? [['', 'unchanged'], ...FIELD_TYPES] : FIELD_TYPES}
            onChange={(type) => change(at, { type })}
          />
          <TextField
            aria-label="Description"
            value={field.description}
            placeholder="description"
            onChange={(description) => change(at, { description })}
            className="flex-1"
          />
          <label className="flex items-center gap-1 text-sm">
            <input
              type="checkbox"
              checked={field.isRequired}
              onChange={({ target }) => change(at, { isRequired: target.checked })}
            />
            required
          </label>
          <TextField
            aria-label="Sample value"
            value={samples[field.name] ?? ''}
            placeholder="sample"
            onChange={(sample) => onSample({ ...samples, [field.name]: sample })}
            className="w-28"
          />
          <Button onClick={() => onChange(fields.filter((_, index) => index !== at))}>
            Remove field {at + 1}
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...fields, NEW_FIELD])}>Add field</Button>
      </div>
    </fieldset>
  );
}

const NEW_FIELD: FieldDraft = {
  name: '',
  type: 'string',
  description: '',
  isRequired: true,
  rest: {},
};
