import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, Environment } from '@timestep-ai/timestep';
import { loadAgentFolder } from '@timestep-ai/timestep/folder';

const FILES_SERVER = fileURLToPath(
  new URL(
    '../../packages/timestep/src/people/page/environments/files-server.fixture.ts',
    import.meta.url,
  ),
);

/**
 * Creates an agent of a folder with four MCP servers: a process, one over HTTP, an unreachable one
 * and a disabled one.
 */
export interface AgentWithServers {
  readonly agent: Agent;
  /** Returns the current text of its `tsagent.json`. */
  readonly manifest: () => string;
  readonly write: (manifest: string) => void;
  close(): Promise<void>;
}

export async function agentWithServers(): Promise<AgentWithServers> {
  const environment = new Environment({ environmentId: 'sky', enableHandoff: false });
  environment.tool('look', { description: 'Looks up.' }, () => 'blue');
  const listening = await environment.start({ port: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'timestep-servers-'));
  const path = join(folder, 'tsagent.json');
  const files = {
    command: process.execPath,
    args: [FILES_SERVER],
    env: { FILES_TOKEN: 'open-sesame-now' },
  };
  const manifest = {
    metadata: { name: 'Desk' },
    settings: { model: 'builtin:echo' },
    mcpServers: {
      files: { ...files, toolPermissionRequired: { serverDefault: false } },
      sky: { url: `${listening.url}/mcp` },
      away: { command: 'no-such-program' },
      off: { command: 'x', disabled: true },
      rules: { type: 'internal', tool: 'rules' },
    },
  };
  writeFileSync(path, JSON.stringify(manifest, null, 2));
  const definition = loadAgentFolder(folder);
  return {
    agent: new Agent(definition),
    manifest: () => readFileSync(path, 'utf8'),
    write: (text) => writeFileSync(path, text),
    async close() {
      await definition.close();
      await listening.close(0);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
