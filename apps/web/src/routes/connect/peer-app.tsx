import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { OpenedApp, PeerTool, ServerContent } from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import type { AppActions, AppCall } from '../../components/apps/app-actions.ts';
import { AppFrame } from '../../components/apps/app-frame.tsx';
import { ToolForm } from '../../components/forms/tool-form.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { getPeerApiPath, usePeerAction } from './use-peer.ts';
import { Fold } from '../../components/controls/fold.tsx';

interface AppRun {
  /** Counts the runs, because each needs a frame of its own. */
  readonly number: number;
  readonly call: AppCall;
}

/** Runs a tool with an app of the server, which opens at once and shows the result when it arrives. */
export function AppTool({ id, tool, uri }: { id: string; tool: PeerTool; uri: string }) {
  const calling = usePeerAction<object, object>(id, '/app-call');
  const [run, setRun] = useState<AppRun>();
  const { call, number } = run ?? {};
  const end = (ended: Pick<AppCall, 'result' | 'failure'>): void =>
    setRun((now) => now && { ...now, call: { ...now.call, ...ended } });
  const start = (given: object): void => {
    setRun({ number: (number ?? 0) + 1, call: { tool, given } });
    calling.mutate(
      { tool: tool.name, arguments: given, isByApp: false },
      {
        onSuccess: (result) => end({ result }),
        onError: ({ message }) => end({ failure: message }),
      },
    );
  };
  return (
    <>
      <ToolForm schema={tool.parameters} label="Run" isSending={calling.isPending} onSend={start} />
      {calling.error && <FailureNotice message={calling.error.message} />}
      {run && <OpenApp key={number} id={id} uri={uri} {...run} onClose={() => setRun(undefined)} />}
      {call?.result && (
        <Fold title="Result as the server sent it" className="text-sm">
          <JsonView value={call.result} label={`Result of ${tool.name}`} />
        </Fold>
      )}
    </>
  );
}

interface OpenAppProps extends AppRun {
  readonly id: string;
  readonly uri: string;
  readonly onClose: () => void;
}

function OpenApp({ id, uri, number, call, onClose }: OpenAppProps) {
  const actions = useMemo(() => createPeerActions(id), [id]);
  const query = useQuery({
    // The key is not below the key of the server's data, which is read again after each call: that would
    // replace the app's frame.
    queryKey: ['peer apps', id, uri, number],
    queryFn: () => sendJson<OpenedApp>('POST', getPeerApiPath(id, '/app'), { uri }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Loaded query={query} what="the app">
      {(app) => <AppFrame app={app} call={call} actions={actions} onClose={onClose} />}
    </Loaded>
  );
}

/**
 * Actions for an app of a server that was opened by its URL. Such a server has no permission rules, so the
 * user confirms each call.
 */
function createPeerActions(id: string): AppActions {
  return {
    async callTool(tool, given, isConfirmed) {
      if (!isConfirmed) return { kind: 'asks' };
      const body = { tool, arguments: given, isByApp: true };
      const result = await sendJson<object>('POST', getPeerApiPath(id, '/app-call'), body);
      return { kind: 'done', result };
    },
    readResource: (uri) =>
      sendJson<readonly ServerContent[]>('POST', getPeerApiPath(id, '/resource'), { uri }),
  };
}
