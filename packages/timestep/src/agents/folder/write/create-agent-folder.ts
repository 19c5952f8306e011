import type { AgentStorage } from '#engine/port';
import { FolderError } from '../problem.ts';
import { type AgentSource, getDisplayPath, toAgentLocation } from '../storage/agent-location.ts';
import { MANIFEST } from '../storage/agent-paths.ts';
import type { AgentEdit, FileChange } from './agent-edit.ts';
import { applyEdit } from './apply-edit.ts';
import { createCheckedEdit } from './checked-edit.ts';
import { type NewAgent, type AgentTexts, createAgentTexts } from './new-agent.ts';

/** Writes a new agent completely or not at all. Rejects with `exists-already` if it exists. */
export async function createAgentFolder(target: AgentSource, agent: NewAgent): Promise<void> {
  await writeNewAgent(requireFolderStorage(target), createAgentTexts(agent));
}

export function createNewAgentEdit(storage: AgentStorage, agent: NewAgent): Promise<AgentEdit> {
  return createNewAgentEditFromTexts(storage, createAgentTexts(agent));
}

export async function writeNewAgent(storage: AgentStorage, texts: AgentTexts): Promise<void> {
  await applyEdit(storage, await createNewAgentEditFromTexts(storage, texts));
}

async function createNewAgentEditFromTexts(
  storage: AgentStorage,
  texts: AgentTexts,
): Promise<AgentEdit> {
  await requireNoAgent(storage);
  const changes = Object.entries(texts).map(([path, after]): FileChange => ({ path, after }));
  for (const { path } of changes) {
    if (await storage.read(path)) throw createAgentExistsError(getDisplayPath(storage, path));
  }
  return createCheckedEdit(storage, changes);
}

/** Rejects with the code `exists-already` if the storage contains an agent. */
export async function requireNoAgent(storage: AgentStorage): Promise<void> {
  if (await storage.read(MANIFEST)) throw createAgentExistsError(getDisplayPath(storage, MANIFEST));
}

export function requireFolderStorage(target: AgentSource): AgentStorage {
  const { storage, entry } = toAgentLocation(target);
  if (entry === undefined) return storage;
  const file = getDisplayPath(storage, entry);
  throw new FolderError(`${file} is a file name: use the path of a new folder`);
}

function createAgentExistsError(file: string): FolderError {
  const message = `${file} already exists: choose another folder`;
  return new FolderError(message, { code: 'exists-already' });
}
