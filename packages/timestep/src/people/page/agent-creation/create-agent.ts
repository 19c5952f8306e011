import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { omitUndefined, TimestepError } from '#core';
import { cloneAgent, createAgentFolder, importAgent, formatProblem } from '#agents/folder';
import { openWorkspace } from '#agents/agent-tools';
import type { AgentStorage } from '#engine/port';
import type { CreateAgentRequest, CreatedAgent } from '#people/view';

class MakeAgentError extends TimestepError {
  declare readonly code: 'no-such-place' | 'no-such-agent' | 'not-an-agent-file';
}

/** Creates an agent without overwriting files. Rejects with `MakeAgentError`, `FolderError`. */
export async function createAgentByRequest(
  agentFolders: AgentFolders,
  order: CreateAgentRequest,
): Promise<CreatedAgent> {
  const root = agentFolders.folders.find((folder) => folder === order.place);
  if (root === undefined) {
    const known = agentFolders.folders.join(', ');
    throw new MakeAgentError(
      'no-such-place',
      `agents can be created only in ${known}: choose one of these folders`,
    );
  }
  const workspace = openWorkspace(root);
  const target = workspace.openStorage(order.folder);
  const notes = await writeAgentFilesReturningWarnings(agentFolders, order, target);
  const path = join(workspace.root, order.folder);
  const agentId =
    (await agentFolders.findAgentAt(path)) ??
    (await agentFolders.findAgentAt(join(root, order.folder)));
  return { path, notes, ...(agentId !== undefined && { agentId }) };
}

async function writeAgentFilesReturningWarnings(
  agentFolders: AgentFolders,
  order: CreateAgentRequest,
  target: AgentStorage,
): Promise<readonly string[]> {
  const { name } = order;
  switch (order.kind) {
    case 'new': {
      const { description, model, prompt } = order;
      await createAgentFolder(target, omitUndefined({ name, prompt, description, model }));
      return [];
    }
    case 'copy':
      return copyAgentReturningWarnings(agentFolders, order.agentId, target, name);
    case 'import':
      return importAgentFile(order, target);
  }
}

async function copyAgentReturningWarnings(
  { findAgentPath }: AgentFolders,
  agentId: string,
  target: AgentStorage,
  name: string,
): Promise<readonly string[]> {
  const source = findAgentPath(agentId);
  if (source === undefined) {
    const message = `the files of agent ${agentId} are not on this server: copy another agent`;
    throw new MakeAgentError('no-such-agent', message);
  }
  if (target.directory.startsWith(`${source}/`)) {
    const message = `the new folder is inside the folder of agent ${agentId}: choose another folder`;
    throw new MakeAgentError('no-such-place', message);
  }
  if (/\.(?:ya?ml|mdt?)$/.test(source)) {
    return (await importAgent(source, target, { name })).warnings.map(formatProblem);
  }
  const { hasVariables } = await cloneAgent(source, target, { name });
  return hasVariables ? ['The .env file was copied as well. It may contain secrets.'] : [];
}

const AGENT_FILE_NAME = /^[\w][\w. -]{0,99}\.(?:ya?ml|mdt?)$/;

async function importAgentFile(
  { fileName, text, name }: Extract<CreateAgentRequest, { readonly kind: 'import' }>,
  target: AgentStorage,
): Promise<readonly string[]> {
  if (!AGENT_FILE_NAME.test(fileName)) {
    const message = `${fileName} is not an agent file: choose a .md, .mdt, .yaml or .yml file`;
    throw new MakeAgentError('not-an-agent-file', message);
  }
  // The file keeps its name, because agent files of other programs are recognized by their names.
  const folder = mkdtempSync(join(tmpdir(), 'timestep-import-'));
  try {
    const file = join(folder, basename(fileName));
    writeFileSync(file, text, { mode: 0o600 });
    const { warnings } = await importAgent(file, target, name === '' ? {} : { name });
    return warnings.map(formatProblem);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Folders in which operators can create agents. */
export interface AgentFolders {
  /** Absolute paths of the collections of agents that the server was started with. */
  readonly folders: readonly string[];
  /** Returns the path of an agent's files; undefined if the agent is not stored on this server. */
  readonly findAgentPath: (agentId: string) => string | undefined;
  /** Rescans the folders for agents and resolves to the id of the agent at `path`. */
  readonly findAgentAt: (path: string) => Promise<string | undefined>;
}
