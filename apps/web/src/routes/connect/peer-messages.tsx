import { counted, type PeerExchange } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { Loaded } from '../../components/notices/loaded.tsx';
import {
  PeerExchangeSummary,
  PeerExchangeView,
} from '../../components/peers/peer-exchange-view.tsx';
import type { PeerTabProps } from './peer-page.tsx';
import { getPeerApiPath } from './use-peer.ts';

export function PeerExchangeList({ peer: { id, exchanges }, search, onChange }: PeerTabProps) {
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {counted(exchanges.length, 'request')}, newest first. Secrets are masked.
      </p>
      <ul aria-label="Messages" className="mt-1">
        {exchanges.toReversed().map((item) => (
          <li key={item.number} className="border-t border-line py-1">
            <button
              type="button"
              aria-expanded={item.number === search.message}
              onClick={() =>
                onChange(item.number === search.message ? {} : { message: item.number })
              }
              className="w-full hover:bg-surface"
            >
              <PeerExchangeSummary item={item} />
            </button>
            {item.number === search.message && (
              <OpenExchange id={id} number={item.number} isOpen={item.isOpen} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function OpenExchange({ id, number, isOpen }: { id: string; number: number; isOpen: boolean }) {
  // An HTTP stream that has not ended is loaded again every second, because messages are added to it.
  const query = useRead<PeerExchange>(
    ['peers', id, 'exchange', number, isOpen],
    getPeerApiPath(id, `/exchanges/${number}`),
    { refetchInterval: isOpen && 1000 },
  );
  return (
    <Loaded query={query} what="the message">
      {(exchange) => <PeerExchangeView exchange={exchange} />}
    </Loaded>
  );
}
