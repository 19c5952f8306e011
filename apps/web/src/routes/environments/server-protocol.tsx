import type { Exchange, ExchangeListItem } from '@timestep-ai/timestep/view';
import { ExchangeSummary } from '../../components/servers/exchange-summary.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { SearchedList } from './searched-list.tsx';
import type { ServerTabProps } from './server-search.ts';
import { useServerPart, type ServerName } from './use-server.ts';

export function ServerProtocol({ name, search, onChange }: ServerTabProps) {
  const { message, ...rest } = search;
  return (
    <SearchedList
      label="Search messages"
      waiting="Loading messages…"
      search={search}
      onChange={onChange}
      query={useServerPart<readonly ExchangeListItem[]>(name, '/messages', { isLive: true })}
      getTexts={({ method, subject, state }) => [method, subject, state]}
    >
      {(shown) => (
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
      )}
    </SearchedList>
  );
}

function OpenExchange({ name, line }: { name: ServerName; line: ExchangeListItem }) {
  const { number, state } = line;
  // The exchange is read again after its response has arrived.
  const { data, error } = useServerPart<Exchange>(name, `/messages/${number}`, { version: state });
  if (error) return <FailureNotice message={error.message} />;
  if (data?.number !== number) return <p className="text-sm text-muted">Loading the message…</p>;
  return (
    <div className="flex flex-col gap-2 p-2">
      {data.isCut && <p className="text-sm text-warn">Long content is truncated.</p>}
      <JsonView value={data.request} label={state === 'notice' ? 'Message' : 'Request'} />
      {data.response && <JsonView value={data.response} label="Response" />}
    </div>
  );
}
