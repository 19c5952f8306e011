import type { ServerSearch } from './server-search.ts';

/** Looks for a text in what a tab lists; the address has it. */
export function FilterField({
  label,
  search,
  onChange,
}: {
  readonly label: string;
  readonly search: ServerSearch;
  readonly onChange: (search: ServerSearch) => void;
}) {
  const { text: before = '', ...rest } = search;
  return (
    <input
      type="search"
      aria-label={label}
      placeholder="Filter"
      value={before}
      onChange={({ target: { value } }) => onChange(value === '' ? rest : { ...rest, text: value })}
      className="mb-2 min-h-8 w-full rounded-md border border-line bg-page px-2 text-sm"
    />
  );
}

/** Whether one of the texts holds the other, whatever the case. */
export function holds(texts: readonly (string | undefined)[], wanted = ''): boolean {
  return texts.some((text) => text?.toLowerCase().includes(wanted.toLowerCase()));
}
