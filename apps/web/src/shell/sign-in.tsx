import { useState, type ReactNode } from 'react';
import { SESSION, usePageServices } from '../api/page-services.ts';
import { isAccessDenied } from '../api/api-error.ts';
import { storeToken } from '../api/api-client.ts';
import { Button } from '../components/controls/button.tsx';
import { Form, TextField } from '../components/forms/form.tsx';
import { useRead } from '../api/queries.ts';

export function SignIn({ children }: { children: ReactNode }) {
  const { queryClient, stream } = usePageServices();
  const [key, setKey] = useState('');
  const session = useRead(SESSION, '/session');
  if (!isAccessDenied(session.error)) return children;
  return (
    <main id="main" className="mx-auto max-w-md p-6">
      <h1 className="text-xl font-semibold">Sign in</h1>
      <p className="mt-2 text-muted">
        {session.data === undefined
          ? 'Open the URL that the server printed when it started, or enter an API key.'
          : 'The server no longer accepts the key of this page. Enter the new one, or open the URL that the server printed when it started.'}
      </p>
      <Form
        className="mt-4 flex gap-2"
        onSubmit={() => {
          storeToken(localStorage, key.trim());
          stream.reconnect();
          void queryClient.invalidateQueries();
        }}
      >
        <TextField
          type="password"
          autoComplete="off"
          aria-label="Key"
          value={key}
          onChange={setKey}
          className="flex-1"
        />
        <Button type="submit" variant="strong">
          Sign in
        </Button>
      </Form>
    </main>
  );
}
