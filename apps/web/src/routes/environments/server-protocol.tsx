import type { Exchange, ExchangeListItem } from '@timestep-ai/timestep/view';
import { McpExchangeSummary } from '../../components/servers/exchange-summary.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
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
                <McpExchangeSummary line={line} />
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
  // The exchange is read again when its response has arrived.
  const query = useServerPart<Exchange>(name, `/messages/${number}`, { version: state });
  const data = query.data?.number === number ? query.data : undefined;
  return (
    <Loaded query={{ ...query, data }} what="the message">
      {({ request, response, isCut }) => (
        <div className="flex flex-col gap-2 p-2">
          {isCut && <p className="text-sm text-warn">Long content is truncated.</p>}
          <JsonView value={request} label={state === 'notice' ? 'Message' : 'Request'} />
          {response && <JsonView value={response} label="Response" />}
        </div>
      )}
    </Loaded>
  );
}
