import type { AllHTMLAttributes, ComponentProps, ReactNode } from 'react';

const FIELD =
  'min-h-8 max-w-full min-w-0 rounded-md border border-line bg-page px-2 py-1 text-sm text-text';

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

interface LabeledProps {
  /** Visible label; undefined if `aria-label` or another element names the field. */
  readonly label?: ReactNode;
  readonly children: ReactNode;
}

function Labeled({ label, children }: LabeledProps) {
  if (label === undefined) return children;
  return (
    <label className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
      {label}
      {children}
    </label>
  );
}

interface TextFieldProps
  extends Omit<AllHTMLAttributes<HTMLElement>, 'label' | 'onChange'>, Pick<LabeledProps, 'label'> {
  readonly onChange?: (text: string) => void;
}

/** A field for text; with `rows`, for several lines. */
export function TextField({ label, className = '', onChange, ...rest }: TextFieldProps) {
  const props = {
    ...rest,
    className: `${FIELD} ${className}`,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange?.(target.value),
  };
  return (
    <Labeled label={label}>
      {rest.rows === undefined ? <input {...props} /> : <textarea {...props} />}
    </Labeled>
  );
}

export interface SelectProps
  extends Omit<ComponentProps<'select'>, 'onChange' | 'children'>, Pick<LabeledProps, 'label'> {
  readonly options: readonly (string | readonly [value: string, text: string])[];
  readonly onChange?: (value: string) => void;
}

export function Select({ label, options, className = '', onChange, ...rest }: SelectProps) {
  return (
    <Labeled label={label}>
      <select
        {...rest}
        className={`${FIELD} ${className}`}
        onChange={({ target }) => onChange?.(target.value)}
      >
        {options.map((option) => {
          const [value, text] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={value} value={value}>
              {text}
            </option>
          );
        })}
      </select>
    </Labeled>
  );
}
