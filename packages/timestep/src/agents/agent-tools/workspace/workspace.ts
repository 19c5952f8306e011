import { realpathSync, existsSync, readdirSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { AgentStorage } from '#engine/port';
import {
  confinedStorage,
  FolderError,
  openHeldFolder,
  isPathWithin,
  MANIFEST,
  PLACES,
  requirePathInsideAgent,
  resolveLinksInPath,
} from '#agents/folder';

/** A folder that contains agents to create and change. */
export interface Workspace {
  readonly root: string;
  listAgents(): readonly string[];
  /** Opens the storage of an agent. Throws `FolderError` if the path is outside the workspace. */
  openStorage(path: string): AgentStorage;
  removeEmpty(path: string): void;
}

const PARTS = new Set(PLACES.map((place) => place.split('/')[0]));
const MAX_DEPTH = 12;

/** Opens a workspace. Throws `FolderError` if the folder does not exist. */
export function openWorkspace(folder: string): Workspace {
  const root = resolveWorkspaceRoot(folder);
  return {
    root,
    listAgents: () => listAgentsBelow(root, '', 0),
    openStorage(path) {
      checkAgentPath(root, path);
      return confinedStorage(join(root, path), root);
    },
    removeEmpty(path) {
      checkAgentPath(root, path);
      removeEmptyFolderAndSubfolders(root, join(root, path));
    },
  };
}

function resolveWorkspaceRoot(folder: string): string {
  try {
    return realpathSync(resolve(folder));
  } catch {
    throw new FolderError(
      `the workspace folder ${folder} does not exist: use the folder that contains the agents`,
    );
  }
}

function checkAgentPath(root: string, path: string): void {
  const parts = path.split('/');
  requirePathInsideAgent(path);
  if (parts.some(isHiddenOrPackageFolder)) {
    throw new FolderError(`"${path}" is a hidden folder: choose another folder for the agent`);
  }
  const place = resolveLinksInPath(join(root, path));
  if (place === undefined || !isPathWithin(root, place)) {
    throw new FolderError(`"${path}" is outside the workspace: choose a folder inside it`);
  }
  for (const [at, part] of parts.entries()) {
    const outer = parts.slice(0, at).join('/');
    if (PARTS.has(part) && existsSync(join(root, outer, MANIFEST))) {
      const owner = outer === '' ? 'the workspace' : outer;
      throw new FolderError(`"${path}" is a folder of the agent ${owner}: choose another folder`);
    }
  }
}

function isHiddenOrPackageFolder(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** Lists agents below a folder without following links, so that no agent is listed twice. */
function listAgentsBelow(root: string, within: string, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  return listVisibleSubfolders(join(root, within)).flatMap((name) => {
    const path = within === '' ? name : `${within}/${name}`;
    const below = listAgentsBelow(root, path, depth + 1);
    return existsSync(join(root, path, MANIFEST)) ? [path, ...below] : below;
  });
}

function listVisibleSubfolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isHiddenOrPackageFolder(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

function removeEmptyFolderAndSubfolders(root: string, folder: string): void {
  using outer = openHeldFolder(root, dirname(folder), false);
  using held = openHeldFolder(root, folder, false);
  for (const entry of readdirSync(held.path, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolderAndSubfolders(root, join(folder, entry.name));
  }
  if (readdirSync(held.path).length === 0) rmdirSync(join(outer.path, basename(folder)));
}
