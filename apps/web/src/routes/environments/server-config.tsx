import { JsonView } from '../../components/json-view.tsx';
import type { ServerTabProps } from './server-page.tsx';

/** The configuration of an MCP server in the agent's files. */
export function ServerConfigView({ server: { config, status } }: ServerTabProps) {
  const { path, written } = config;
  if (status.kind === 'inner') {
    return <p className="text-muted">This server is defined in code.</p>;
  }
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {path === undefined ? 'As defined by the agent' : <code>{path}</code>}. Secrets in plain
        text are masked; <code>{'${env:NAME}'}</code> stays a name.
      </p>
      <JsonView value={written} label="Server configuration" />
    </>
  );
}
