import type { JsonObject } from '#core';
import type { AgentStorage } from '#engine/port';
import {
  type AgentFiles,
  type AgentFolder,
  readAgentFiles,
  parseFolderOrThrow,
  WITHOUT_SECRETS,
  hashContents,
  createChangedError,
} from '#agents/folder';
import { getTextArgument } from '../internal/tool-arguments.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspaceAgent {
  readonly storage: AgentStorage;
  readonly files: AgentFiles;
  readonly folder: AgentFolder;
  readonly version: string;
}

export async function readWorkspaceAgent(storage: AgentStorage): Promise<WorkspaceAgent> {
  const files = await readAgentFiles({ storage });
  const folder = parseFolderOrThrow(files, WITHOUT_SECRETS);
  return { storage, files, folder, version: hashContents(files.version) };
}

export async function requireAgentVersion(
  storage: AgentStorage,
  version: string | undefined,
): Promise<WorkspaceAgent> {
  const agent = await readWorkspaceAgent(storage);
  if (version === undefined || version === agent.version) return agent;
  throw createChangedError(storage.location, agent.version);
}

export async function readAgent(
  args: JsonObject,
  workspace: Workspace,
): Promise<{ readonly agent: WorkspaceAgent; readonly path: string }> {
  const path = getTextArgument(args, 'agent') ?? '';
  const version = getTextArgument(args, 'files_version');
  return { agent: await requireAgentVersion(workspace.openStorage(path), version), path };
}
