import { useRef, useState } from 'react';
import { DENIAL_TEXT, type PeerApp, type PeerTool } from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';
import { ToolForm } from '../../components/forms/tool-form.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { isJsonObject } from '../../components/values/try-parse-json.ts';
import { useAppHost, type AppCall, type AppWish } from './use-app-host.ts';
import { getPeerApiPath, usePeerAction } from './use-peer.ts';

/** Returns the address of the app that shows results of a tool (SEP-1865, Resource Discovery). */
export function getAppAddress({ meta }: PeerTool): string | undefined {
  const ui = meta?.['ui'];
  const uri = isJsonObject(ui) ? ui['resourceUri'] : meta?.['ui/resourceUri'];
  return typeof uri === 'string' ? uri : undefined;
}

/** Runs a tool whose result is shown by an app of the server. */
export function AppTool({ id, tool, uri }: { id: string; tool: PeerTool; uri: string }) {
  const calling = usePeerAction<object, object>(id, '/app-call');
  const [call, setCall] = useState<AppCall>();
  const run = (given: object): void => {
    setCall(undefined);
    calling.mutate(
      { tool: tool.name, arguments: given, isByApp: false },
      { onSuccess: (result) => setCall({ tool, given, result }) },
    );
  };
  return (
    <>
      <ToolForm schema={tool.parameters} label="Run" isSending={calling.isPending} onSend={run} />
      {calling.error && <FailureNotice message={calling.error.message} />}
      {call && <OpenApp id={id} uri={uri} call={call} onClose={() => setCall(undefined)} />}
      {call && (
        <details className="text-sm">
          <summary>Result as the server sent it</summary>
          <JsonView value={call.result} label={`Result of ${tool.name}`} />
        </details>
      )}
    </>
  );
}

interface OpenAppProps {
  readonly id: string;
  readonly uri: string;
  readonly call: AppCall;
  readonly onClose: () => void;
}

function OpenApp({ id, uri, call, onClose }: OpenAppProps) {
  const query = useQuery({
    queryKey: ['peers', id, 'app', uri],
    queryFn: () => sendJson<PeerApp>('POST', getPeerApiPath(id, '/app'), { uri }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={query} what="the app">
      {(app) => <AppFrame id={id} app={app} call={call} onClose={onClose} />}
    </Loaded>
  );
}

const TEARDOWN_MS = 300;

function AppFrame({ id, app, call, onClose }: Omit<OpenAppProps, 'uri'> & { app: PeerApp }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { height, wish, decide, tearDown } = useAppHost(frame, id, call);
  const { connect, resource } = app.origins;
  const declared = [...new Set([...connect, ...resource])];
  const close = (): void => {
    tearDown();
    setTimeout(onClose, TEARDOWN_MS);
  };
  return (
    <section aria-label={`App of ${call.tool.name}`} className="rounded-md border border-line">
      <p className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1 text-xs text-muted">
        <span>An app of the server, in a frame that cannot reach this page</span>
        {declared.length > 0 && (
          <span>
            It may contact <bdi className="font-mono break-all">{declared.join(', ')}</bdi>
          </span>
        )}
        <Button className="ms-auto" onClick={close}>
          Close app
        </Button>
      </p>
      {wish && <AppWishCard wish={wish} onDecide={decide} />}
      <iframe
        ref={frame}
        title={`App of ${call.tool.name}`}
        src={getOtherOrigin() + app.path}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        className="block w-full bg-white"
        style={{ height: `${height}px` }}
      />
    </section>
  );
}

/** Returns the origin of this server under the other name of this machine. */
function getOtherOrigin(): string {
  const { protocol, hostname, port } = globalThis.location;
  const other = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return `${protocol}//${other}${port === '' ? '' : `:${port}`}`;
}

function AppWishCard({
  wish,
  onDecide,
}: {
  wish: AppWish;
  onDecide: (isAllowed: boolean) => void;
}) {
  return (
    <div role="alert" className="border-b border-line bg-surface p-3 text-sm">
      {wish.kind === 'call' ? (
        <>
          <p>
            The app asks to call <bdi className="font-mono">{wish.tool}</bdi> with
          </p>
          <JsonView value={wish.given} label="Arguments of the app" />
        </>
      ) : (
        <p>
          The app asks to open <bdi className="font-mono break-all">{wish.url}</bdi> in a new
          window.
        </p>
      )}
      <div className="mt-2 flex gap-2">
        <Button variant="strong" onClick={() => onDecide(true)}>
          Allow this once
        </Button>
        <Button onClick={() => onDecide(false)}>{DENIAL_TEXT}</Button>
      </div>
    </div>
  );
}
