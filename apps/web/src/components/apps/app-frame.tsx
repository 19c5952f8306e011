import { useRef } from 'react';
import type { OpenedApp } from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';
import { PulsingDot } from '../conversation/pulsing-dot.tsx';
import type { AppActions, AppCall } from './app-actions.ts';
import { AppRequestCard } from './app-request-card.tsx';
import { useAppHost } from './use-app-host.ts';

interface AppFrameProps {
  readonly app: OpenedApp;
  readonly call: AppCall;
  readonly actions: AppActions;
  readonly onClose: () => void;
}

const TEARDOWN_MS = 300;

/** An app of an MCP server, which shows a call and its result in a frame of another origin. */
export function AppFrame({ app, call, actions, onClose }: AppFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { height, request, decide, tearDown } = useAppHost(frame, call, actions);
  const { connect, resource } = app.origins;
  const declared = [...new Set([...connect, ...resource])];
  const close = (): void => {
    tearDown();
    setTimeout(onClose, TEARDOWN_MS);
  };
  return (
    <section aria-label={`App of ${call.tool.name}`} className="rounded-md border border-line">
      <p className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1 text-xs text-muted">
        {call.result === undefined && call.failure === undefined && (
          <span role="status" className="flex items-center gap-2">
            <PulsingDot /> {call.tool.name} runs
          </span>
        )}
        <span>An app from the MCP server, in a sandbox that cannot access this page</span>
        {declared.length > 0 && (
          <span>
            This app may contact <bdi className="font-mono break-all">{declared.join(', ')}</bdi>
          </span>
        )}
        <Button className="ms-auto" onClick={close}>
          Close app
        </Button>
      </p>
      {request && <AppRequestCard request={request} onDecide={decide} />}
      <iframe
        ref={frame}
        title={`App of ${call.tool.name}`}
        src={getOriginUnderOtherHostName() + app.path}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        className="block w-full bg-white"
        style={{ height: `${height}px` }}
      />
    </section>
  );
}

/** Returns the origin of this server under the other of the names `localhost` and `127.0.0.1`. */
function getOriginUnderOtherHostName(): string {
  const { protocol, hostname, port } = globalThis.location;
  const other = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return `${protocol}//${other}${port === '' ? '' : `:${port}`}`;
}
