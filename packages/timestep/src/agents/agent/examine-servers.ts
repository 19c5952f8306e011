import type { LoginStore, ServerLine, ServerStatus } from '#engine/port';
import { createAgentServers, type MissingTool, createServerPool } from '#agents/agent-tools';
import { readAgentFolder, type AgentFolder } from '#agents/folder';
import { openFolderEnvironment } from './environment/folder-environment.ts';

/** The result of testing one server. */
export interface ExaminedServer {
  readonly status: ServerStatus;
  /** What is unusable: the whole server if it is unavailable, otherwise some of its tools. */
  readonly leftOut: readonly MissingTool[];
  /** The server's last log lines. */
  readonly log: readonly ServerLine[];
}

/** Lists the tools of a folder's servers once and pings them. Rejects with `FolderError`. */
export async function examineServers(
  path: string,
  logins?: LoginStore,
): Promise<readonly ExaminedServer[]> {
  const folder = readAgentFolder(path);
  const pool = createServerPool({ patienceMs: 0, location: path, ...(logins && { logins }) });
  const environment = openFolderEnvironment(folder, { servers: pool });
  const getFolder = (): AgentFolder => folder;
  const servers = createAgentServers(pool, getFolder, () => Promise.resolve());
  try {
    await environment.systemPrompt();
    const isThere = servers.list().filter(({ state }) => state === 'connected');
    await Promise.all(isThere.map(({ name }) => servers.ping(name)));
    const leftOut = environment.listMissing();
    return servers.list().map((status) => ({
      status,
      leftOut: leftOut.filter(({ server }) => server === status.name),
      log: status.state === 'disabled' ? [] : servers.readLog(status.name),
    }));
  } finally {
    await pool.close();
  }
}
