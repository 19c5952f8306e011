import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type {
  CallItem,
  OpenedApp,
  OperatorCallOutcome,
  ServerContent,
} from '@timestep-ai/timestep/view';
import { getJson, sendJson } from '../../../api/api-client.ts';
import type { AppActions } from '../../../components/apps/app-actions.ts';
import { AppFrame } from '../../../components/apps/app-frame.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { Loaded } from '../../../components/notices/loaded.tsx';
import { getServerApiPath, type ServerName } from '../../environments/use-server.ts';
import { callToAppCall, outcomeToAppOutcome } from './convert-app-calls.ts';

interface CallAppProps {
  readonly agent: string;
  readonly call: CallItem;
  readonly app: NonNullable<CallItem['app']>;
  readonly opensAtOnce: boolean;
}

/** The app that shows the result of an agent's call. */
export function CallApp({ opensAtOnce, ...props }: CallAppProps) {
  const [isOpen, setOpen] = useState(opensAtOnce);
  return (
    <div className="mt-1.5">
      {isOpen ? (
        <OpenCallApp {...props} onClose={() => setOpen(false)} />
      ) : (
        <Button onClick={() => setOpen(true)}>Show the app of {props.app.tool}</Button>
      )}
    </div>
  );
}

type OpenCallAppProps = Omit<CallAppProps, 'opensAtOnce'> & { readonly onClose: () => void };

function OpenCallApp({ agent, call, app, onClose }: OpenCallAppProps) {
  const { server, uri } = app;
  const actions = useMemo(() => createServerActions({ agent, server }), [agent, server]);
  const shown = useMemo(() => callToAppCall(call, app), [call, app]);
  const query = useQuery({
    queryKey: ['apps', agent, server, call.id],
    queryFn: () =>
      sendJson<OpenedApp>('POST', getServerApiPath({ agent, server }, '/app'), { uri }),
    staleTime: Number.POSITIVE_INFINITY,
    // The frame is not cached, because the server drops old frames: a reopened app needs a new frame.
    gcTime: 0,
  });
  return (
    <Loaded query={query} what="the app">
      {(opened) => <AppFrame app={opened} call={shown} actions={actions} onClose={onClose} />}
    </Loaded>
  );
}

/**
 * Calls that an app makes are subject to the agent's permission rules, like calls that the agent's model
 * makes.
 */
function createServerActions(name: ServerName): AppActions {
  return {
    async callTool(tool, given, isConfirmed) {
      const body = { tool, arguments: given, isConfirmed, isByApp: true };
      const path = getServerApiPath(name, '/call');
      return outcomeToAppOutcome(await sendJson<OperatorCallOutcome>('POST', path, body));
    },
    readResource: (uri) =>
      getJson<readonly ServerContent[]>(
        getServerApiPath(name, `/resource?isByApp=true&uri=${encodeURIComponent(uri)}`),
      ),
  };
}
