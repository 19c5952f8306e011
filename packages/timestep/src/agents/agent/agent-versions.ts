import type { AgentFn, KeptVersion } from '#engine/port';
import {
  readAgentFiles,
  type AgentFiles,
  type AgentLocation,
  type AgentFolder,
} from '#agents/folder';
import type { FolderEnvironment } from './environment/folder-environment.ts';
import type { FindTaskVersion } from './task-versions.ts';

export interface AgentVersion {
  readonly folder: AgentFolder;
  readonly model: AgentFn;
  readonly environment: FolderEnvironment;
  /** Returns the id of the version and the texts of its files, as the task database stores them. */
  readonly kept: () => KeptVersion;
}

export interface AgentVersions {
  getCurrent(): AgentVersion;
  getVersionOfTask(taskId: string): AgentVersion;
  /**
   * Checks the files when a task first asks, and pins the version with which the task began, or
   * the newest one for a new task, for the rest of the task.
   */
  chooseVersionForTask(taskId: string): Promise<AgentVersion>;
  reload(): Promise<AgentVersion>;
  watch(onChange: () => void): () => void;
}

const MOST_TASKS = 10_000;

/**
 * Tracks versions of an agent's files. A change applies to tasks that start later. `onBroken`
 * receives the error of invalid files, once per file version.
 */
export function trackAgentVersions(
  location: AgentLocation,
  first: { readonly files: AgentFiles; readonly version: AgentVersion },
  createVersion: (files: AgentFiles) => Promise<AgentVersion>,
  onBroken?: (why: unknown) => void,
  findTaskVersion: FindTaskVersion = async (_taskId, newest) => newest,
): AgentVersions {
  let current = first.version;
  /** Version of the last files that were loaded or failed to load. */
  let tried = first.files.version;
  let lastFailure: string | undefined;
  let looking: Promise<AgentVersion> | undefined;
  let next: Promise<AgentVersion> | undefined;
  const watchers = new Set<() => void>();
  const pinned = new Map<string, AgentVersion>();

  async function reloadIfFilesChanged(): Promise<AgentVersion> {
    try {
      const files = await readAgentFiles(location);
      if (files.version === tried) return current;
      tried = files.version;
      current = await createVersion(files);
    } catch (thrown) {
      const why = `failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
      if (why !== lastFailure) onBroken?.(thrown);
      lastFailure = why;
      return current;
    }
    lastFailure = undefined;
    for (const tell of watchers) tell();
    return current;
  }

  function queueReloadIfFilesChanged(): Promise<AgentVersion> {
    if (!looking) {
      looking = reloadIfFilesChanged().finally(() => {
        looking = undefined;
      });
      return looking;
    }
    // The check is repeated, because a running check may have read the files before this change.
    next ??= looking.then(() => {
      next = undefined;
      return queueReloadIfFilesChanged();
    });
    return next;
  }

  return {
    getCurrent: () => current,
    getVersionOfTask: (taskId) => pinned.get(taskId) ?? current,
    async chooseVersionForTask(taskId) {
      const known = pinned.get(taskId);
      if (known) return known;
      const newest = await queueReloadIfFilesChanged();
      const found = await findTaskVersion(taskId, newest);
      const chosen = pinned.get(taskId) ?? found;
      if (!chosen) return newest;
      pinned.set(taskId, chosen);
      const [oldest] = pinned.size > MOST_TASKS ? pinned.keys() : [];
      if (oldest !== undefined) pinned.delete(oldest);
      return chosen;
    },
    reload: queueReloadIfFilesChanged,
    watch(onChange) {
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
