import { useId } from 'react';
import type { FormField } from './schema-form.ts';

const FIELD = 'w-full rounded-md border border-line bg-page px-2 py-1 text-sm';

/** An input for one form field, with its description and validation error. */
export function FormFieldInput({
  field,
  text,
  error,
  onChange,
}: {
  readonly field: FormField;
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}) {
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
        text={text}
        onChange={onChange}
        props={{
          id,
          'aria-describedby': described,
          'aria-invalid': error !== undefined,
        }}
      />
      <p id={described} className="text-xs whitespace-pre-wrap text-muted">
        {about}
        {error !== undefined && <span className="block text-sm text-bad">This field {error}.</span>}
      </p>
    </div>
  );
}

const HINTS: Readonly<Record<FormField['kind'], string>> = {
  text: '',
  number: ', number',
  flag: '',
  choice: '',
  list: ', one item per line',
  json: ', JSON',
};

interface FieldInputProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

function FieldInput({
  field: { kind, choices, isRequired },
  text,
  onChange,
  props,
}: {
  readonly field: FormField;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly props: FieldInputProps;
}) {
  const change = ({ target }: { readonly target: { readonly value: string } }): void =>
    onChange(target.value);
  switch (kind) {
    case 'flag':
    case 'choice':
      return (
        <select {...props} value={text} onChange={change} className={FIELD}>
          <option value="">{isRequired ? 'choose' : 'not set'}</option>
          {(kind === 'flag' ? ['true', 'false'] : choices).map((choice) => (
            <option key={choice} value={choice}>
              {kind === 'flag' ? choice : formatChoice(choice)}
            </option>
          ))}
        </select>
      );
    case 'number':
      return (
        <input {...props} inputMode="decimal" value={text} onChange={change} className={FIELD} />
      );
    case 'text':
    case 'list':
    case 'json':
      return (
        <textarea
          {...props}
          rows={kind === 'text' ? Math.min(6, text.split('\n').length) : 3}
          value={text}
          spellCheck={kind === 'text'}
          onChange={change}
          className={`${FIELD} ${kind === 'json' ? 'font-mono' : ''}`}
        />
      );
  }
}

/** Formats a JSON choice for display. Strings are shown without quotes. */
function formatChoice(choice: string): string {
  const value: unknown = JSON.parse(choice);
  return typeof value === 'string' ? value : choice;
}
