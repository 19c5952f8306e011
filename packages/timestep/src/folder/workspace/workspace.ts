import { existsSync, readdirSync, realpathSync, rmdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AgentStorage } from '../../port/index.ts';
import { MANIFEST, PLACES } from '../agent-paths.ts';
import { fileStorage } from '../file-storage.ts';
import { FolderError } from '../folder-error.ts';
import { checkPath } from '../version-of.ts';
import { confinedStorage } from './confined-storage.ts';
import { isWithin, realPlace } from './real-place.ts';

/** A folder below which agents are made and changed. */
export interface Workspace {
  /** Absolute, without links. */
  readonly root: string;
  /** The paths of the folders of all agents below it, in order. */
  agents(): readonly string[];
  /**
   * The files of the agent in a folder below it, which need not be there yet. Throws `FolderError` for a
   * folder that is not below it.
   */
  storageOf(path: string): AgentStorage;
  /** Removes the folder of an agent and the folders in it, where they are empty. */
  removeEmpty(path: string): void;
}

/** Folders of an agent begin a path that belongs to that agent. */
const PARTS = new Set(PLACES.map((place) => place.split('/')[0]));
const DEEPEST = 12;

/** Throws `FolderError` where there is no such folder. */
export function openWorkspace(folder: string): Workspace {
  const root = rootOf(folder);
  return {
    root,
    agents: () => agentsBelow(root, '', 0),
    storageOf(path) {
      checkAgentPath(root, path);
      return confinedStorage(fileStorage(join(root, path)), root);
    },
    removeEmpty(path) {
      checkAgentPath(root, path);
      removeEmptyFolders(join(root, path));
    },
  };
}

function rootOf(folder: string): string {
  try {
    return realpathSync(resolve(folder));
  } catch {
    throw new FolderError(`${folder} does not exist: name the folder that is to hold the agents`);
  }
}

function checkAgentPath(root: string, path: string): void {
  const parts = path.split('/');
  checkPath(path);
  if (parts.some(isHidden)) {
    throw new FolderError(
      `"${path}" is not a place for an agent: choose a folder that is not hidden`,
    );
  }
  const place = realPlace(join(root, path));
  if (place === undefined || !isWithin(root, place)) {
    throw new FolderError(`"${path}" leads out of the workspace: choose a folder in it`);
  }
  for (const [at, part] of parts.entries()) {
    const outer = parts.slice(0, at).join('/');
    if (PARTS.has(part) && existsSync(join(root, outer, MANIFEST))) {
      const owner = outer === '' ? 'the workspace' : outer;
      throw new FolderError(
        `"${path}" holds files of the agent in ${owner}: choose another folder`,
      );
    }
  }
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** Links are not followed, so that no agent is there twice. */
function agentsBelow(root: string, within: string, depth: number): string[] {
  if (depth > DEEPEST) return [];
  return foldersIn(join(root, within)).flatMap((name) => {
    const path = within === '' ? name : `${within}/${name}`;
    const below = agentsBelow(root, path, depth + 1);
    return existsSync(join(root, path, MANIFEST)) ? [path, ...below] : below;
  });
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isHidden(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

function removeEmptyFolders(folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
