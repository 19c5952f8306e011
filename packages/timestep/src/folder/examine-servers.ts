import type { LoginStore, ServerLine, ServerStatus } from '../port/index.ts';
import { agentServers } from './agent-servers.ts';
import { openFolderEnvironment } from './folder-environment.ts';
import type { LeftOut } from './left-out.ts';
import { readAgentFolder } from './read-agent-folder.ts';
import { serverPool } from './server-pool.ts';

/** How a server did when it was tried once. */
export interface ExaminedServer {
  readonly status: ServerStatus;
  /** The server itself, or tools of it. */
  readonly leftOut: readonly LeftOut[];
  /** The last lines that it has said. */
  readonly log: readonly ServerLine[];
}

/**
 * Tries the servers of a folder once, with the logins of the person: lists their tools and pings them. Throws
 * `FolderError`.
 */
export async function examineServers(
  path: string,
  logins?: LoginStore,
): Promise<readonly ExaminedServer[]> {
  const folder = readAgentFolder(path);
  const pool = serverPool({ patienceMs: 0, location: path, ...(logins && { logins }) });
  const environment = openFolderEnvironment(folder, { servers: pool });
  const servers = agentServers(
    pool,
    () => folder,
    () => Promise.resolve(),
  );
  try {
    await environment.systemPrompt();
    const isThere = servers.list().filter(({ state }) => state === 'connected');
    await Promise.all(isThere.map(({ name }) => servers.ping(name)));
    const leftOut = environment.leftOut();
    return servers.list().map((status) => ({
      status,
      leftOut: leftOut.filter(({ server }) => server === status.name),
      log: status.state === 'disabled' ? [] : servers.log(status.name),
    }));
  } finally {
    await pool.close();
  }
}
