import { JsonView } from '../../components/json-view.tsx';
import type { ServerTabProps } from './server-page.tsx';

/** How the agent's files describe a server. */
export function ServerConfigView({ server: { config, status } }: ServerTabProps) {
  const { path, written } = config;
  if (status.kind === 'inner') {
    return <p className="text-muted">It is an environment of the program that serves the agent.</p>;
  }
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {path === undefined ? 'As the agent describes it' : <code>{path}</code>}. Secrets in plain
        text are masked; <code>{'${env:NAME}'}</code> stays a name.
      </p>
      <JsonView value={written} label="Description of the server" />
    </>
  );
}
