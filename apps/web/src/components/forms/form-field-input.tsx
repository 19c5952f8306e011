import { useId } from 'react';
import type { FormField } from './schema-form.ts';
import { Select, FIELD } from './form.tsx';

interface FormFieldInputProps {
  readonly field: FormField;
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

export function FormFieldInput({ field, text, error, onChange }: FormFieldInputProps) {
  const id = useId();
  const { title, about, isRequired, kind } = field;
  const described = `${id}-about`;
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-semibold">
        <bdi>{title}</bdi>
        <span className="font-normal text-muted">
          {isRequired ? ', required' : ''}
          {HINTS[kind]}
        </span>
      </label>
      <FieldInput
        field={field}
        onChange={onChange}
        props={{
          id,
          value: text,
          'aria-describedby': described,
          'aria-invalid': error !== undefined,
          className: `${FIELD} w-full ${kind === 'json' ? 'font-mono' : ''}`,
        }}
      />
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

interface FieldInputProps {
  readonly field: FormField;
  readonly onChange: (text: string) => void;
  readonly props: Readonly<Record<'id' | 'value' | 'aria-describedby' | 'className', string>> & {
    readonly 'aria-invalid': boolean;
  };
}

function FieldInput({ field: { kind, choices, isRequired }, onChange, props }: FieldInputProps) {
  const change = ({ target }: { readonly target: { readonly value: string } }): void =>
    onChange(target.value);
  if (kind === 'number') return <input {...props} inputMode="decimal" onChange={change} />;
  if (kind === 'flag' || kind === 'choice') {
    const values = kind === 'flag' ? ['true', 'false'] : choices.map(toOption);
    const none = ['', isRequired ? 'choose' : 'not set'] as const;
    return <Select {...props} options={[none, ...values]} onChange={onChange} />;
  }
  return (
    <textarea
      {...props}
      rows={kind === 'text' ? Math.min(6, props.value.split('\n').length) : 3}
      spellCheck={kind === 'text'}
      onChange={change}
    />
  );
}

/** Shows a JSON string without its quotes. */
function toOption(choice: string): readonly [value: string, text: string] {
  const value: unknown = JSON.parse(choice);
  return [choice, typeof value === 'string' ? value : choice];
}
