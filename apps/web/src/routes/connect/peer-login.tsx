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
            The server requires a login. This server finds its issuer, and then shows the page at
            which you log in. The login is kept only as long as this connection.
          </p>
          <Button
            className="mt-2"
            variant="strong"
            disabled={beginning.isPending}
            onClick={() => beginning.mutate({})}
          >
            {state === 'login' ? 'Begin the login' : 'Begin the login again'}
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
