import { FailureNotice } from '../../components/notices/notices.tsx';
import type { ServerTabProps } from './server-search.ts';

interface ListSearchProps extends Pick<ServerTabProps, 'search' | 'onChange'> {
  readonly label: string;
  readonly waiting: string;
  readonly query: { readonly error: Error | null; readonly isPending: boolean };
  readonly shown: number;
  readonly total: number;
}

/** A search field, and how much of a list it leaves. */
export function ListSearch(props: ListSearchProps) {
  const { label, waiting, search, onChange, query, shown, total } = props;
  const { text: before = '', ...rest } = search;
  return (
    <>
      <input
        type="search"
        aria-label={label}
        placeholder="Filter"
        value={before}
        onChange={({ target: { value } }) =>
          onChange(value === '' ? rest : { ...rest, text: value })
        }
        className="mb-2 min-h-8 w-full rounded-md border border-line bg-page px-2 text-sm"
      />
      {query.error && <FailureNotice message={query.error.message} />}
      <p role="status" className="text-sm text-muted">
        {query.isPending ? waiting : `${shown} of ${total}, newest first`}
      </p>
    </>
  );
}

export function includesText(texts: readonly (string | undefined)[], searched = ''): boolean {
  return texts.some((text) => text?.toLowerCase().includes(searched.toLowerCase()));
}
