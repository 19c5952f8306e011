import { counted, type ServerStatus } from '@timestep-ai/timestep/view';
import { ServerStateLabel } from '../values/state-label.tsx';
import { Moment } from '../values/moment.tsx';

const KINDS = { command: 'local process', address: 'remote server', inner: 'in this process' };

export function ServerFacts({ status }: { status: ServerStatus }) {
  const { state, since, kind, tools, protocol, lastPing, lastError, malformedTools } = status;
  const isUnavailable = state === 'failed' || state === 'left-out';
  return (
    <div className="text-sm">
      <p className="flex flex-wrap gap-x-4">
        <ServerStateLabel state={state} />
        {since !== undefined && (
          <span className="text-muted">
            since <Moment at={since} />
          </span>
        )}
        {state === 'connected' && <span>{counted(tools, 'tool')}</span>}
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
          Last ping at <Moment at={lastPing.at} />:{' '}
          {'why' in lastPing ? lastPing.why : `answered in ${lastPing.roundTripMs} ms`}
        </p>
      )}
      {lastError && (
        <p className={isUnavailable ? 'text-bad' : 'text-muted'}>
          {isUnavailable ? 'Error' : 'Last error'}: {lastError.why} (<Moment at={lastError.at} />)
        </p>
      )}
      {lastError?.lastWords !== undefined && (
        <p className="text-muted">
          Last output: <bdi className="font-mono">{lastError.lastWords}</bdi>
        </p>
      )}
      {malformedTools.length > 0 && (
        <p className="text-warn">
          Skipped tools with invalid definitions:{' '}
          <bdi className="font-mono">{malformedTools.join(', ')}</bdi>
        </p>
      )}
    </div>
  );
}
