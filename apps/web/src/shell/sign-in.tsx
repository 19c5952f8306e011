import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isSignedOut } from '../api/api-error.ts';
import { getJson } from '../api/api-client.ts';
import { usePageServices } from '../api/page-services.ts';
import { storeToken } from '../api/access-token.ts';
import { Button } from '../components/button.tsx';

/** Shows the page to signed-in users, and a form for the key to others. */
export function SignIn({ children }: { readonly children: ReactNode }) {
  const { queryClient, stream } = usePageServices();
  const [key, setKey] = useState('');
  const session = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => getJson('/session', signal),
  });
  if (!isSignedOut(session.error)) return children;
  return (
    <main id="main" className="mx-auto max-w-md p-6">
      <h1 className="text-xl font-semibold">Sign in</h1>
      <p className="mt-2 text-muted">
        Open the URL that the server printed when it started, or enter an API key.
      </p>
      <form
        className="mt-4 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          storeToken(localStorage, key.trim());
          stream.reconnect();
          void queryClient.invalidateQueries();
        }}
      >
        <input
          type="password"
          autoComplete="off"
          aria-label="Key"
          value={key}
          onChange={({ target }) => setKey(target.value)}
          className="min-w-0 flex-1 rounded-md border border-line bg-page p-2"
        />
        <Button type="submit" variant="strong">
          Sign in
        </Button>
      </form>
    </main>
  );
}
