import { useState } from 'react';
import type { ServerContent, ServerPrompt, ServerPromptMessage } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { ExpandableList } from '../../components/controls/expandable-list.tsx';
import { Form, TextField } from '../../components/forms/form.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { PromptForm } from '../../components/servers/prompt-form.tsx';
import { ResourceDescription, ResourceParts } from '../../components/servers/resource-parts.tsx';
import type { PeerTabProps } from './peer-page.tsx';
import { usePeerAction } from './use-peer.ts';

export function PeerPrompts({ peer: { id, mcp }, search, onChange }: PeerTabProps) {
  const prompts = mcp?.prompts ?? [];
  if (prompts.length === 0) return <p className="text-muted">The server has no prompts.</p>;
  return (
    <ExpandableList label="Prompts" items={prompts} open={search.open} onChange={onChange}>
      {(prompt) => <PeerPromptPanel id={id} prompt={prompt} />}
    </ExpandableList>
  );
}

function PeerPromptPanel({ id, prompt }: { id: string; prompt: ServerPrompt }) {
  const getting = usePeerAction<object, readonly ServerPromptMessage[]>(id, '/prompt');
  return <PromptForm prompt={prompt} getting={getting} />;
}

export function PeerResources({ peer: { id, mcp } }: PeerTabProps) {
  const { resources = [], templates = [] } = mcp ?? {};
  const reading = usePeerAction<{ readonly uri: string }, readonly ServerContent[]>(
    id,
    '/resource',
  );
  const [uri, setUri] = useState('');
  const read = (wanted: string): void => {
    setUri(wanted);
    reading.mutate({ uri: wanted });
  };
  if (resources.length + templates.length === 0) {
    return <p className="text-muted">The server has no resources.</p>;
  }
  return (
    <>
      <ul aria-label="Resources" className="flex flex-col gap-2">
        {resources.map((one) => (
          <li key={one.uri} className="rounded-md border border-line p-3">
            <bdi className="font-semibold">{one.name}</bdi>
            <ResourceDescription resource={one} />
            <Button className="mt-2" onClick={() => read(one.uri)}>
              Read {one.name}
            </Button>
          </li>
        ))}
        {templates.map((one) => (
          <li key={one.uri} className="rounded-md border border-line p-3">
            <bdi className="font-semibold">{one.name}</bdi>{' '}
            <span className="text-muted">template</span>
            <ResourceDescription resource={one} />
          </li>
        ))}
      </ul>
      <Form className="mt-4 flex max-w-2xl items-end gap-2" onSubmit={() => uri && read(uri)}>
        <TextField label="URI" value={uri} onChange={setUri} />
        <Button type="submit">Read</Button>
      </Form>
      {reading.error && <FailureNotice message={reading.error.message} />}
      {reading.data && <ResourceParts parts={reading.data} />}
    </>
  );
}
