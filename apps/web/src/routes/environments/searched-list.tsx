import type { ReactNode } from 'react';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { TextField } from '../../components/forms/form.tsx';
import type { ServerTabProps } from './server-search.ts';

interface SearchedListProps<Item> extends Pick<ServerTabProps, 'search' | 'onChange'> {
  readonly label: string;
  readonly waiting: string;
  /** Query that reads the items, oldest first. */
  readonly query: {
    readonly data: readonly Item[] | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
  };
  readonly getTexts: (item: Item) => readonly (string | undefined)[];
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** A list that shows its newest items first, with a search field to filter them. */
export function SearchedList<Item>(props: SearchedListProps<Item>) {
  const { label, waiting, search, onChange, query, getTexts, children } = props;
  const { data: items = [], error, isPending } = query;
  const { text: searched = '', ...rest } = search;
  const isFound = (text: string | undefined): boolean =>
    text?.toLowerCase().includes(searched.toLowerCase()) ?? false;
  const shown = items.filter((item) => getTexts(item).some(isFound)).toReversed();
  return (
    <>
      <TextField
        type="search"
        aria-label={label}
        placeholder="Filter"
        value={searched}
        onChange={(text) => onChange(text === '' ? rest : { ...rest, text })}
        className="mb-2 w-full"
      />
      {error && <FailureNotice message={error.message} />}
      <p role="status" className="text-sm text-muted">
        {isPending ? waiting : `${shown.length} of ${items.length}, newest first`}
      </p>
      {children(shown)}
    </>
  );
}
