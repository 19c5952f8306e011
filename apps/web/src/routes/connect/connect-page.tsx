import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PeerRequest, PeerState } from '@timestep-ai/timestep/view';
import { useRead, useSend } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { Form, Select, TextField } from '../../components/forms/form.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { parseHeaders } from './parse-headers.ts';
import { PeerStateText } from './peer-state-text.tsx';

const KINDS = [
  ['', 'Detect automatically'],
  ['mcp', 'MCP server'],
  ['a2a', 'A2A agent'],
] as const;

export function PeersPage() {
  return (
    <div className="h-full overflow-y-auto p-4">
      <Link to="/agents" className="text-sm text-accent underline">
        All agents
      </Link>
      <h1 className="text-xl font-semibold">Connect by URL</h1>
      <p className="mt-1 max-w-prose text-sm text-muted">
        Inspects an MCP server or an A2A agent: what it offers, whether its agent card is valid, the
        steps of its login, and every message in both directions. The Timestep server sends the
        requests. A connection is closed after 15 minutes without use.
      </p>
      <ConnectForm />
      <OpenConnections />
    </div>
  );
}

function ConnectForm() {
  const navigate = useNavigate();
  const [url, setUrl] = useState('');
  const [kind, setKind] = useState('');
  const [text, setText] = useState('');
  const headers = parseHeaders(text);
  const opening = useSend<PeerRequest, { readonly id: string }>('POST', '/peers', {
    onSuccess: ({ id: peerId }) =>
      void navigate({ to: '/agents/connect/$peerId', params: { peerId } }),
  });
  const connect = (): void => {
    if (headers.kind === 'bad') return;
    const chosen = kind === 'mcp' || kind === 'a2a' ? { kind } : {};
    opening.mutate({ url, headers: headers.headers, ...chosen } as PeerRequest);
  };
  return (
    <Form className="mt-4 flex max-w-2xl flex-col gap-3" onSubmit={connect}>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="URL"
          type="url"
          required
          placeholder="https://tools.example/mcp"
          value={url}
          onChange={setUrl}
        />
        <div className="w-48">
          <Select label="Type of server" options={KINDS} value={kind} onChange={setKind} />
        </div>
      </div>
      <TextField
        label="Headers to send, one per line (optional)"
        rows={2}
        value={text}
        placeholder="Authorization: Bearer …"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={headers.kind === 'bad'}
        onChange={setText}
        className="font-mono"
      />
      {headers.kind === 'bad' && (
        <p role="alert" className="text-sm text-bad">
          <bdi>{headers.line}</bdi> is not a header: write a name, a colon and a value.
        </p>
      )}
      <div>
        <Button type="submit" variant="strong" disabled={opening.isPending}>
          {opening.isPending ? 'Connecting…' : 'Connect'}
        </Button>
      </div>
      {opening.error && <FailureNotice message={opening.error.message} />}
    </Form>
  );
}

type PeerLine = Pick<PeerState, 'id' | 'url' | 'kind' | 'state'>;

function OpenConnections() {
  const { data = [] } = useRead<readonly PeerLine[]>(['peers'], '/peers');
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="open-connections" className="mt-6">
      <h2 id="open-connections" className="font-semibold">
        Open connections
      </h2>
      <ul className="mt-1">
        {data.map(({ id, url, ...line }) => (
          <li key={id} className="flex flex-wrap gap-x-3 py-1 text-sm">
            <Link
              to="/agents/connect/$peerId"
              params={{ peerId: id }}
              className="font-mono break-all text-accent underline"
            >
              <bdi>{url}</bdi>
            </Link>
            <PeerStateText peer={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}
