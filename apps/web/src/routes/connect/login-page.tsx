import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSend } from '../../api/queries.ts';
import { FailureNotice } from '../../components/notices/notices.tsx';

/**
 * The page to which an OAuth issuer redirects the user. It passes the query of the URL on to the server,
 * which waits for it.
 */
export function OAuthRedirectPage() {
  const navigate = useNavigate();
  const isSent = useRef(false);
  const finishing = useSend<{ readonly query: string }, { readonly id: string }>(
    'POST',
    '/peers/login',
    {
      onSuccess: ({ id: peerId }) =>
        void navigate({
          to: '/agents/connect/$peerId',
          params: { peerId },
          search: { tab: 'login' },
          replace: true,
        }),
    },
  );
  const { mutate } = finishing;
  useEffect(() => {
    // An issuer accepts its code once, and React runs effects twice while developing.
    if (isSent.current) return;
    isSent.current = true;
    mutate({ query: globalThis.location.search.slice(1) });
  }, [mutate]);
  return (
    <div className="p-4">
      <h1 className="text-xl font-semibold">Login</h1>
      {finishing.error ? (
        <>
          <FailureNotice message={finishing.error.message} />
          <Link to="/agents/connect" className="text-accent underline">
            All connections
          </Link>
        </>
      ) : (
        <p role="status" className="text-muted">
          Finishing the login…
        </p>
      )}
    </div>
  );
}
