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
        <Fold title="Result as the server sent it" className="text-sm">
          <JsonView value={call.result} label={`Result of ${tool.name}`} />
        </Fold>
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
  const actions = useMemo(() => createPeerActions(id), [id]);
  const query = useQuery({
    queryKey: ['peers', id, 'app', uri],
    queryFn: () => sendJson<OpenedApp>('POST', getPeerApiPath(id, '/app'), { uri }),
    staleTime: Number.POSITIVE_INFINITY,
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
