import type { ExchangeListItem } from '@timestep-ai/timestep/view';
import { ExchangeSummary } from '../../components/exchange-summary.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { SearchField, includesText } from './search-field.tsx';
import type { ServerTabProps } from './server-page.tsx';
import { useExchange, useExchanges, type ServerName } from './use-server.ts';

/** The newest JSON-RPC messages exchanged with an MCP server, each request with its response. */
export function ServerProtocol({ name, search, onChange }: ServerTabProps) {
  const { data: lines = [], error, isPending } = useExchanges(name);
  const { message, ...rest } = search;
  const shown = lines
    .filter(({ method, subject, state }) => includesText([method, subject, state], search.text))
    .toReversed();
  return (
    <>
      <SearchField label="Search messages" search={search} onChange={onChange} />
      {error && <FailureNotice message={error.message} />}
      <p role="status" className="text-sm text-muted">
        {isPending ? 'Loading messages…' : `${shown.length} of ${lines.length}, newest first`}
      </p>
      <ul aria-label="Messages" className="mt-1">
        {shown.map((line) => (
          <li key={line.number} className="border-t border-line py-1">
            <button
              type="button"
              aria-expanded={line.number === message}
              onClick={() =>
                onChange(line.number === message ? rest : { ...rest, message: line.number })
              }
              className="w-full hover:bg-surface"
            >
              <ExchangeSummary line={line} />
            </button>
            {line.number === message && <OpenExchange name={name} line={line} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function OpenExchange({
  name,
  line,
}: {
  readonly name: ServerName;
  readonly line: ExchangeListItem;
}) {
  const { data, error } = useExchange(name, line);
  if (error) return <FailureNotice message={error.message} />;
  if (data?.number !== line.number)
    return <p className="text-sm text-muted">Loading the message…</p>;
  return (
    <div className="flex flex-col gap-2 p-2">
      {data.isCut && <p className="text-sm text-warn">Long content is truncated.</p>}
      <JsonView value={data.request} label={line.state === 'notice' ? 'Message' : 'Request'} />
      {data.response && <JsonView value={data.response} label="Response" />}
    </div>
  );
}
