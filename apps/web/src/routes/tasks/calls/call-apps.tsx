import { lazy, Suspense, useCallback, type ReactNode } from 'react';
import type { CallItem } from '@timestep-ai/timestep/view';
import { CallAppsContext } from '../../../components/conversation/call-apps.ts';

const CallApp = lazy(async () => ({ default: (await import('./call-app.tsx')).CallApp }));

interface CallAppsProps {
  /** The agent whose calls are shown. Undefined until it is known. */
  readonly agent: string | undefined;
  /** Whether apps are opened at once, and not by a button. */
  readonly opensAtOnce?: boolean;
  readonly children: ReactNode;
}

/** Shows tool results in the MCP Apps of their tools. The first app loads the code for all of them. */
export function CallApps({ agent, opensAtOnce = false, children }: CallAppsProps) {
  const render = useCallback(
    (call: CallItem): ReactNode => {
      if (!call.app || call.state !== 'done' || agent === undefined) return null;
      return (
        <Suspense fallback={null}>
          <CallApp agent={agent} call={call} app={call.app} opensAtOnce={opensAtOnce} />
        </Suspense>
      );
    },
    [agent, opensAtOnce],
  );
  return <CallAppsContext value={render}>{children}</CallAppsContext>;
}
