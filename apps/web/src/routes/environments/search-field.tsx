import type { ServerSearch } from './server-search.ts';

/** A search field for the list of a tab. The search text is stored in the URL. */
export function SearchField({
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

/** Returns whether any of the texts includes the searched text, ignoring case. */
export function includesText(texts: readonly (string | undefined)[], searched = ''): boolean {
  return texts.some((text) => text?.toLowerCase().includes(searched.toLowerCase()));
}
