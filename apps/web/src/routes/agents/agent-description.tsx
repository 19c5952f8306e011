import type { AgentSummary } from '@timestep-ai/timestep/view';

export function AgentDescription({ agent }: { agent: AgentSummary }) {
  const { description, version, skills, tools, provider, documentationUrl, mostRunning } = agent;
  return (
    <div className="max-w-3xl">
      <p className="break-words whitespace-pre-wrap">{description}</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRow name="Name in URLs">
          <code>{agent.id}</code>
        </FactRow>
        <FactRow name="Version">{version}</FactRow>
        {provider && (
          <FactRow name="Provider">
            <ExternalLink href={provider.url}>{provider.organization}</ExternalLink>
          </FactRow>
        )}
        {documentationUrl !== undefined && (
          <FactRow name="Documentation">
            <ExternalLink href={documentationUrl}>{documentationUrl}</ExternalLink>
          </FactRow>
        )}
        {mostRunning !== undefined && <FactRow name="Concurrent tasks">{mostRunning}</FactRow>}
        {tools.length > 0 && <FactRow name="Exposed tools">{tools.join(', ')}</FactRow>}
      </dl>
      <h2 className="mt-4 font-semibold">Skills</h2>
      {skills.length === 0 && <p className="text-sm text-muted">No skills.</p>}
      <ul className="mt-1 flex flex-col gap-2">
        {skills.map(({ id, name, description: does, tags, examples }) => (
          <li key={id} className="rounded-md border border-line p-2 text-sm break-words">
            <h3 className="font-semibold">
              <bdi>{name}</bdi>
            </h3>
            <p>{does}</p>
            {tags.length > 0 && <p className="text-muted">{tags.join(', ')}</p>}
            {examples.map((example) => (
              <p key={example} className="text-muted">
                <q>{example}</q>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function FactRow({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** Renders a link only if it is an http or https URL. */
function ExternalLink({ href, children }: { href: string; children: React.ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <>{children}</>;
  return (
    <a href={href} rel="noreferrer" className="text-accent underline">
      {children}
    </a>
  );
}
