import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isSignedOut } from '../api/api-error.ts';
import { read } from '../api/client.ts';
import { usePageServices } from '../api/page-services.ts';
import { keepToken } from '../api/token.ts';
import { Button } from '../components/button.tsx';

/** Shows the page to those whom the server lets in, and to others where to write their key. */
export function SignIn({ children }: { readonly children: ReactNode }) {
  const { queries, stream } = usePageServices();
  const [key, setKey] = useState('');
  const session = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => read('/session', signal),
  });
  if (!isSignedOut(session.error)) return children;
  return (
    <main id="main" className="mx-auto max-w-md p-6">
      <h1 className="text-xl font-semibold">Sign in</h1>
      <p className="mt-2 text-muted">
        Open the address that the server printed when it started, or write its key here.
      </p>
      <form
        className="mt-4 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          keepToken(localStorage, key.trim());
          stream.retry();
          void queries.invalidateQueries();
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
        <Button type="submit" look="strong">
          Sign in
        </Button>
      </form>
    </main>
  );
}
