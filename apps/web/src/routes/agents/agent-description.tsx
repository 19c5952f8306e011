import type { AgentSummary } from '@timestep-ai/timestep/view';
import { FactList } from '../../components/values/facts.tsx';

export function AgentDescription({ agent }: { agent: AgentSummary }) {
  const { description, version, skills, tools, provider, documentationUrl, mostRunning } = agent;
  return (
    <div className="min-w-0">
      <p className="break-words whitespace-pre-wrap">{description}</p>
      <FactList
        className="mt-3 gap-y-1"
        facts={[
          { name: 'Name in URLs', text: <code>{agent.id}</code> },
          { name: 'Version', text: version },
          {
            name: 'Provider',
            text: provider && (
              <ExternalLink href={provider.url}>{provider.organization}</ExternalLink>
            ),
          },
          {
            name: 'Documentation',
            text: documentationUrl && (
              <ExternalLink href={documentationUrl}>{documentationUrl}</ExternalLink>
            ),
          },
          { name: 'Concurrent tasks', text: mostRunning },
          { name: 'Exposed tools', text: tools.join(', ') || undefined },
        ]}
      />
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

function ExternalLink({ href, children }: { href: string; children: React.ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <>{children}</>;
  return (
    <a href={href} rel="noreferrer" className="text-accent underline">
      {children}
    </a>
  );
}
