import type { AgentStorage } from '#engine/port';
import {
  type AgentFolder,
  readAgentFiles,
  parseFolderOrThrow,
  WITHOUT_SECRETS,
  hashContents,
  createChangedError,
} from '#agents/folder';
import type { Workspace } from './workspace.ts';

/** Arguments that all tools for changing an agent have. */
export interface AgentArguments {
  readonly agent: string;
  readonly files_version?: string;
}

export interface WorkspaceAgent {
  readonly storage: AgentStorage;
  readonly folder: AgentFolder;
  readonly version: string;
}

export async function readWorkspaceAgent(storage: AgentStorage): Promise<WorkspaceAgent> {
  const files = await readAgentFiles({ storage });
  const folder = parseFolderOrThrow(files, WITHOUT_SECRETS);
  return { storage, folder, version: hashContents(files.version) };
}

/**
 * Reads an agent. Rejects with `FolderError` if its files do not have the version that the model
 * read.
 */
export async function readAgent(
  { agent: path, files_version: version }: AgentArguments,
  workspace: Workspace,
): Promise<WorkspaceAgent> {
  const agent = await readWorkspaceAgent(workspace.openStorage(path));
  if (version === undefined || version === agent.version) return agent;
  throw createChangedError(agent.storage.location, agent.version);
}
