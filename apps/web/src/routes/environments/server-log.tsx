import type { ServerLine } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SearchField, includesText } from './search-field.tsx';
import type { ServerTabProps } from './server-page.tsx';
import { useServerLog } from './use-server.ts';

/** The last lines that an MCP server wrote to standard error or sent as log messages. */
export function ServerLogView({ name, search, onChange }: ServerTabProps) {
  const { data: lines = [], error, isPending } = useServerLog(name);
  const shown = lines
    .filter(({ text, level }) => includesText([text, level], search.text))
    .toReversed();
  return (
    <>
      <SearchField label="Search lines" search={search} onChange={onChange} />
      {error && <FailureNotice message={error.message} />}
      <p role="status" className="text-sm text-muted">
        {isPending ? 'Loading log lines…' : `${shown.length} of ${lines.length}, newest first`}
      </p>
      {shown.length > 0 && (
        <ol aria-label="Lines" className="mt-1 rounded-md bg-surface p-2 font-mono text-xs">
          {shown.map((line, index) => (
            // Keys count from the oldest line, because lines may be equal and new lines are added
            // at the top.
            <LogLine key={shown.length - index} line={line} />
          ))}
        </ol>
      )}
    </>
  );
}

function LogLine({ line: { at, from, level, text } }: { readonly line: ServerLine }) {
  return (
    <li className="whitespace-pre-wrap">
      <span className="text-muted">
        {new Date(at).toLocaleTimeString()} {level ?? from}
      </span>{' '}
      <bdi>{text}</bdi>
    </li>
  );
}
