import { Button } from '../../components/controls/button.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { LoginStepList } from '../../components/peers/login-step-list.tsx';
import type { PeerTabProps } from './peer-page.tsx';
import { usePeerAction } from './use-peer.ts';

export function PeerLogin({ peer, onChange }: PeerTabProps) {
  const { id, state, steps, loginUrl } = peer;
  const beginning = usePeerAction<object>(id, '/login');
  const mayBegin = state === 'login' || state === 'failed';
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {mayBegin && (
        <div>
          <p className="text-sm">
            The MCP server requires a login. Timestep finds its login service, and then shows a link
            to its login page. The login lasts only as long as this connection.
          </p>
          <Button
            className="mt-2"
            variant="strong"
            disabled={beginning.isPending}
            onClick={() => beginning.mutate({})}
          >
            {state === 'login' ? 'Start the login' : 'Restart the login'}
          </Button>
        </div>
      )}
      {beginning.error && <FailureNotice message={beginning.error.message} />}
      {loginUrl !== undefined && (
        <p>
          <a
            href={loginUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-8 items-center rounded-md border border-accent bg-accent px-3 text-sm text-on-accent"
          >
            Log in at {new URL(loginUrl).host}
          </a>
        </p>
      )}
      <LoginStepList steps={steps} onOpen={(message) => onChange({ tab: 'messages', message })} />
    </div>
  );
}
