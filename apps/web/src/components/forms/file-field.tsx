import { useState, type ComponentProps } from 'react';

interface FileFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  readonly label: string;
}

/**
 * A form field for a file. It is drawn like the other fields, because browsers style and label their own one
 * differently.
 */
export function FileField({ label, ...rest }: FileFieldProps) {
  const [chosen, setChosen] = useState('No file chosen');
  return (
    <label className="flex min-w-0 flex-col gap-1 text-sm">
      {label}
      <input
        {...rest}
        type="file"
        className="peer sr-only"
        onChange={({ target }) => setChosen(target.files?.[0]?.name ?? 'No file chosen')}
      />
      <span className="flex min-h-8 min-w-0 cursor-pointer items-center gap-2 rounded-md border border-line bg-page px-2 peer-focus-visible:outline-2 peer-focus-visible:outline-accent hover:bg-surface">
        <span className="shrink-0 font-semibold">Choose a file</span>
        <span aria-hidden="true" className="truncate text-muted">
          {chosen}
        </span>
      </span>
    </label>
  );
}
