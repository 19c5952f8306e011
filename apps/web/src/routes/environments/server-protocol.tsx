import type { ExchangeLine } from '@timestep-ai/timestep/view';
import { ExchangeSummary } from '../../components/exchange-line.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { FilterField, holds } from './filter-field.tsx';
import type { ServerTabProps } from './server-page.tsx';
import { useExchange, useExchanges, type ServerName } from './use-server.ts';

/** The newest messages of JSON-RPC with a server, requests with their answers. */
export function ServerProtocol({ name, search, onChange }: ServerTabProps) {
  const { data: lines = [], error, isPending } = useExchanges(name);
  const { message, ...rest } = search;
  const shown = lines
    .filter(({ method, subject, state }) => holds([method, subject, state], search.text))
    .toReversed();
  return (
    <>
      <FilterField label="Search messages" search={search} onChange={onChange} />
      {error && <FailureNotice message={error.message} />}
      <p role="status" className="text-sm text-muted">
        {isPending ? 'Reading messages…' : `${shown.length} of ${lines.length}, the newest first`}
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
            {line.number === message && <Opened name={name} line={line} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Opened({ name, line }: { readonly name: ServerName; readonly line: ExchangeLine }) {
  const { data, error } = useExchange(name, line);
  if (error) return <FailureNotice message={error.message} />;
  if (data?.number !== line.number) return <p className="text-sm text-muted">Reading it…</p>;
  return (
    <div className="flex flex-col gap-2 p-2">
      {data.isCut && <p className="text-sm text-warn">What is long was cut.</p>}
      <JsonView value={data.request} label={line.state === 'notice' ? 'Message' : 'Request'} />
      {data.response && <JsonView value={data.response} label="Answer" />}
    </div>
  );
}
