interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A control that shows a few values, of which the user chooses one. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex rounded-md border border-line p-0.5"
    >
      {options.map(([name, text]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          className="min-h-6 rounded-sm px-2.5 text-xs text-muted hover:text-text aria-pressed:bg-chosen aria-pressed:font-medium aria-pressed:text-text"
          onClick={() => onChange(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
