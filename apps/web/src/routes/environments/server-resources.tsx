import { useState } from 'react';
import type { ServerContent, ServerResource, ServerResources } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { ExpandableCard } from '../../components/controls/expandable-card.tsx';
import type { ServerTabProps } from './server-search.ts';
import { useServerPart, type ServerName } from './use-server.ts';
import { Form, TextField } from '../../components/forms/form.tsx';
import { ResourceDescription, ResourceParts } from '../../components/servers/resource-parts.tsx';

export function ServerResourcesView({ name, search, onChange }: ServerTabProps) {
  const query = useServerPart<ServerResources>(name, '/resources');
  const open = (uri: string): void => onChange(search.open === uri ? {} : { open: uri });
  return (
    <Loaded query={query} what="resources">
      {({ resources, templates }) => (
        <>
          {resources.length + templates.length === 0 && (
            <p className="text-muted">The server has no resources.</p>
          )}
          {resources.map((one) => (
            <ExpandableCard
              key={one.uri}
              name={one.name}
              about={<ResourceDescription resource={one} />}
              isOpen={search.open === one.uri}
              onToggle={() => open(one.uri)}
            >
              <ResourceContents name={name} uri={one.uri} />
            </ExpandableCard>
          ))}
          {templates.length > 0 && (
            <ResourceTemplates templates={templates} name={name} search={search} onOpen={open} />
          )}
        </>
      )}
    </Loaded>
  );
}

interface ResourceTemplatesProps extends Pick<ServerTabProps, 'name' | 'search'> {
  readonly templates: readonly ServerResource[];
  readonly onOpen: (uri: string) => void;
}

function ResourceTemplates({ templates, name, search, onOpen }: ResourceTemplatesProps) {
  const [uri, setUri] = useState(search.open ?? '');
  return (
    <section aria-label="Templates" className="mt-4">
      <h2 className="font-semibold">Templates</h2>
      {templates.map((one) => (
        <div key={one.uri}>
          <bdi>{one.name}</bdi>
          <ResourceDescription resource={one} />
        </div>
      ))}
      <Form className="mt-2" onSubmit={() => uri !== '' && uri !== search.open && onOpen(uri)}>
        <div className="flex items-end gap-2">
          <TextField label="URI" value={uri} onChange={setUri} />
          <Button type="submit">Read</Button>
        </div>
        {search.open !== undefined && search.open === uri && (
          <ResourceContents name={name} uri={uri} />
        )}
      </Form>
    </section>
  );
}

function ResourceContents({ name, uri }: { name: ServerName; uri: string }) {
  const path = `/resource?${new URLSearchParams({ uri })}`;
  const query = useServerPart<readonly ServerContent[]>(name, path);
  const data = query.isPlaceholderData ? undefined : query.data;
  return (
    <Loaded query={{ ...query, data }} what="the resource">
      {(parts) => <ResourceParts parts={parts} />}
    </Loaded>
  );
}
