import type { PeerExchange, PeerExchangeItem, PeerMessage } from '@timestep-ai/timestep/view';
import { formatDuration } from '../values/formats.ts';
import { FactList } from '../values/facts.tsx';
import { JsonView } from '../values/json-view.tsx';

/** One line about an HTTP exchange: number, time, request and outcome. */
export function PeerExchangeSummary({ item }: { item: PeerExchangeItem }) {
  const { number, at, method, url, rpc, subject, tookMs, isFailed } = item;
  return (
    <span className="flex flex-wrap gap-x-3 text-left text-sm">
      <span className="text-muted tabular-nums">
        {number}. {new Date(at).toLocaleTimeString()}
      </span>
      {rpc !== undefined && <bdi className="font-mono font-semibold">{rpc}</bdi>}
      {subject !== undefined && <bdi className="font-mono text-accent">{subject}</bdi>}
      <bdi className="min-w-0 font-mono break-all">
        {method} {rpc === undefined ? url : new URL(url).pathname}
      </bdi>
      <span className={isFailed ? 'text-bad' : 'text-good'}>
        {describeHttpState(item)}
        {tookMs === undefined ? '' : ` in ${formatDuration(tookMs)}`}
      </span>
    </span>
  );
}

function describeHttpState({ status, isOpen, isFailed }: PeerExchangeItem): string {
  if (status === undefined) return isOpen ? 'no response yet' : 'no response';
  if (isOpen) return `HTTP ${status}, still open`;
  return isFailed && status < 400 ? `HTTP ${status} with an error` : `HTTP ${status}`;
}

/** Both sides of an exchange, with headers and bodies. Secrets are masked by the server. */
export function PeerExchangeView({ exchange }: { exchange: PeerExchange }) {
  const { url, method, request, response, why, status } = exchange;
  return (
    <div className="grid gap-4 py-2 lg:grid-cols-2">
      <Side title={`Request: ${method} ${url}`} message={request} />
      {response ? (
        <Side title={`Response: HTTP ${status}`} message={response} />
      ) : (
        <p className="text-sm text-muted">{why ?? 'There is no response yet.'}</p>
      )}
    </div>
  );
}

function Side({ title, message }: { title: string; message: PeerMessage }) {
  const { headers, bodies, isCut } = message;
  const facts = Object.entries(headers).map(([name, text]) => ({ name, text }));
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="text-sm font-semibold break-all">
        <bdi>{title}</bdi>
      </h2>
      <FactList facts={facts} className="mt-1 font-mono text-xs" />
      {bodies.map((body, index) => (
        // React keys are indexes, because bodies have no id.
        <div key={index} className="mt-2">
          <JsonView value={body} label={`${title}, message ${index + 1}`} />
        </div>
      ))}
      {bodies.length === 0 && <p className="mt-2 text-sm text-muted">No body.</p>}
      {isCut && <p className="mt-1 text-xs text-muted">The rest is not stored.</p>}
    </section>
  );
}
