import type { AgentLine } from '@timestep-ai/timestep/view';

/** What an agent says of itself. */
export function AgentAbout({ agent }: { readonly agent: AgentLine }) {
  const { description, version, skills, tools, provider, documentationUrl, mostRunning } = agent;
  return (
    <div className="max-w-3xl">
      <p className="break-words whitespace-pre-wrap">{description}</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Fact name="Name in addresses">
          <code>{agent.id}</code>
        </Fact>
        <Fact name="Version">{version}</Fact>
        {provider && (
          <Fact name="Provider">
            <Outside href={provider.url}>{provider.organization}</Outside>
          </Fact>
        )}
        {documentationUrl !== undefined && (
          <Fact name="Documentation">
            <Outside href={documentationUrl}>{documentationUrl}</Outside>
          </Fact>
        )}
        {mostRunning !== undefined && <Fact name="Tasks at a time">{mostRunning}</Fact>}
        {tools.length > 0 && <Fact name="Tools for others">{tools.join(', ')}</Fact>}
      </dl>
      <h2 className="mt-4 font-semibold">Skills</h2>
      {skills.length === 0 && <p className="text-sm text-muted">It names none.</p>}
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

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** A link that others chose: it leads to the web alone. */
function Outside({
  href,
  children,
}: {
  readonly href: string;
  readonly children: React.ReactNode;
}) {
  if (!/^https?:\/\//i.test(href)) return <>{children}</>;
  return (
    <a href={href} rel="noreferrer" className="text-accent underline">
      {children}
    </a>
  );
}
