import type { ComponentProps, ReactNode } from 'react';

export const FIELD = 'rounded-md border border-line bg-page px-2 py-1 text-sm';

interface FormProps {
  readonly className?: string;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly children: ReactNode;
}

/** A form whose submission the page handles instead of the browser. */
export function Form({ className, onSubmit, children }: FormProps) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

interface LabeledFieldProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function LabeledField(props: LabeledFieldProps) {
  const { title, className = 'flex flex-col gap-1 text-sm', children } = props;
  return (
    <label className={className}>
      {title}
      {children}
    </label>
  );
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  readonly options: readonly (string | readonly [value: string, text: string])[];
  readonly onChange?: (value: string) => void;
}

export function Select({ options, onChange, ...rest }: SelectProps) {
  return (
    <select {...rest} onChange={onChange && (({ target }) => onChange(target.value))}>
      {options.map((option) => {
        const [value, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={value} value={value}>
            {text}
          </option>
        );
      })}
    </select>
  );
}
