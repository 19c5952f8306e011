import type { ServerStatus } from '@timestep-ai/timestep/view';
import { ServerBadge } from './server-badge.tsx';
import { momentText } from './time-text.ts';

const KINDS = { command: 'a process', address: 'at an address', inner: 'in this process' };

/** How a server is: its state and since when, its tools, its protocol, and what went wrong. */
export function ServerFacts({ status }: { readonly status: ServerStatus }) {
  const { state, since, kind, tools, protocol, lastPing, lastError, malformedTools } = status;
  return (
    <div className="text-sm">
      <p className="flex flex-wrap gap-x-4">
        <ServerBadge state={state} />
        {since !== undefined && <span className="text-muted">since {momentText(since)}</span>}
        {state === 'connected' && <span>{tools === 1 ? '1 tool' : `${tools} tools`}</span>}
        {kind && <span className="text-muted">{KINDS[kind]}</span>}
        {protocol && (
          <span className="text-muted">
            MCP <bdi>{protocol.revision}</bdi> ({protocol.era})
          </span>
        )}
        {protocol?.server && (
          <bdi className="text-muted">
            {protocol.server.name} {protocol.server.version}
          </bdi>
        )}
      </p>
      {lastPing && (
        <p className="text-muted">
          Ping at {momentText(lastPing.at)}:{' '}
          {'why' in lastPing ? lastPing.why : `answered in ${lastPing.roundTripMs} ms`}
        </p>
      )}
      {lastError && (
        <p className={isAway(state) ? 'text-bad' : 'text-muted'}>
          {isAway(state) ? 'Why' : 'Last failure'}: {lastError.why} ({momentText(lastError.at)})
        </p>
      )}
      {malformedTools.length > 0 && (
        <p className="text-warn">
          Left out, because their definitions cannot be used:{' '}
          <bdi className="font-mono">{malformedTools.join(', ')}</bdi>
        </p>
      )}
    </div>
  );
}

function isAway(state: ServerStatus['state']): boolean {
  return state === 'failed' || state === 'left-out';
}
