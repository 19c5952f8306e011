import { useId } from 'react';
import type { FormField } from './schema-form.ts';
import { Select, TextField } from './form.tsx';

interface FormFieldInputProps {
  readonly field: FormField;
  readonly text: string;
  readonly error: string | undefined;
  /** Whether the field takes the focus when its form is opened by the user. */
  readonly isFirst?: boolean;
  readonly onChange: (text: string) => void;
}

export function FormFieldInput({
  field,
  text,
  error,
  isFirst = false,
  onChange,
}: FormFieldInputProps) {
  const id = useId();
  const { title, about, isRequired, kind, choices } = field;
  const described = `${id}-about`;
  const props = {
    id,
    value: text,
    autoFocus: isFirst,
    'aria-describedby': described,
    'aria-invalid': error !== undefined,
    className: `w-full ${kind === 'json' ? 'font-mono' : ''}`,
    onChange,
  };
  const values = kind === 'flag' ? ['true', 'false'] : choices.map(choiceToOption);
  const rows = kind === 'text' ? Math.min(6, text.split('\n').length) : 3;
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-semibold">
        <bdi>{title}</bdi>
        <span className="font-normal text-muted">
          {isRequired ? ', required' : ''}
          {HINTS[kind]}
        </span>
      </label>
      {kind === 'number' ? (
        <TextField {...props} inputMode="decimal" />
      ) : kind === 'flag' || kind === 'choice' ? (
        <Select {...props} options={[['', isRequired ? 'choose' : 'not set'], ...values]} />
      ) : (
        <TextField {...props} rows={rows} spellCheck={kind === 'text'} />
      )}
      <p id={described} className="text-xs whitespace-pre-wrap text-muted">
        {about}
        {error !== undefined && <span className="block text-sm text-bad">This field {error}.</span>}
      </p>
    </div>
  );
}

const HINTS: Readonly<Partial<Record<FormField['kind'], string>>> = {
  number: ', number',
  list: ', one item per line',
  json: ', JSON',
};

function choiceToOption(choice: string): readonly [value: string, text: string] {
  const value: unknown = JSON.parse(choice);
  return [choice, typeof value === 'string' ? value : choice];
}
