import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The agents of the desk, with the agents that each asks and the servers of its tools. */
const DESK = {
  incident: { asks: ['../logs', '../billing'], servers: ['ops'] },
  logs: { asks: ['archive'], servers: ['ops', 'graphs'] },
  billing: { asks: ['../logs'], servers: [] },
} as const;

const PERMISSIONS = { allow: ['agents_*', 'ops_read_log', 'graphs_*'], ask: ['ops_rollback'] };

/** Writes the folders of the agents of the desk, and returns that of the incident. */
export function writeDesk(folder: string, archive: string): string {
  for (const [name, { asks, servers }] of Object.entries(DESK)) {
    writeAgent(folder, name, {
      agents: asks.map((asked) => (asked === 'archive' ? archive : asked)),
      mcpServers: Object.fromEntries(servers.map((server) => [server, startTools(server, folder)])),
      permissions: PERMISSIONS,
    });
  }
  return join(folder, 'incident');
}

/** Writes the folder of the archive, which asks no other agent and has no tools. */
export function writeArchive(folder: string): string {
  return writeAgent(folder, 'archive', {});
}

function writeAgent(folder: string, name: string, manifest: object): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'tsagent.json'), JSON.stringify({ metadata: { name }, ...manifest }));
  return path;
}

/** How a server of tools starts, which is a process of its own. */
function startTools(server: string, folder: string): object {
  const args = ['--conditions=@timestep/source', join(import.meta.dirname, `${server}.ts`)];
  const env = { ROLLBACKS: join(folder, 'rollbacks.jsonl') };
  return { command: process.execPath, args, env, startTimeoutSeconds: 120 };
}
