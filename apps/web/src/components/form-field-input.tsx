import { useId } from 'react';
import type { FormField } from './schema-form.ts';

const FIELD = 'w-full rounded-md border border-line bg-page px-2 py-1 text-sm';

/** One field of a form, with what it is for and what is wrong with it. */
export function FormFieldInput({
  field,
  text,
  fault,
  onChange,
}: {
  readonly field: FormField;
  readonly text: string;
  readonly fault: string | undefined;
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
          {isRequired ? ', needed' : ''}
          {HINTS[kind]}
        </span>
      </label>
      <Input
        field={field}
        text={text}
        onChange={onChange}
        props={{
          id,
          'aria-describedby': described,
          'aria-invalid': fault !== undefined,
        }}
      />
      <p id={described} className="text-xs whitespace-pre-wrap text-muted">
        {about}
        {fault !== undefined && <span className="block text-sm text-bad">It {fault}.</span>}
      </p>
    </div>
  );
}

const HINTS: Readonly<Record<FormField['kind'], string>> = {
  text: '',
  number: ', a number',
  flag: '',
  choice: '',
  list: ', an item in each line',
  json: ', as JSON',
};

interface InputProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

function Input({
  field: { kind, choices, isRequired },
  text,
  onChange,
  props,
}: {
  readonly field: FormField;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly props: InputProps;
}) {
  const change = ({ target }: { readonly target: { readonly value: string } }): void =>
    onChange(target.value);
  switch (kind) {
    case 'flag':
    case 'choice':
      return (
        <select {...props} value={text} onChange={change} className={FIELD}>
          <option value="">{isRequired ? 'choose' : 'not given'}</option>
          {(kind === 'flag' ? ['true', 'false'] : choices).map((choice) => (
            <option key={choice} value={choice}>
              {kind === 'flag' ? choice : choiceText(choice)}
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

/** A choice is JSON; texts are shown without their quotes. */
function choiceText(choice: string): string {
  const value: unknown = JSON.parse(choice);
  return typeof value === 'string' ? value : choice;
}
