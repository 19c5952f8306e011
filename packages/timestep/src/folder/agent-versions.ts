import type { AgentFn } from '../port/index.ts';
import { agentFiles, type AgentFiles, type AgentPlace } from './agent-files.ts';
import type { AgentFolder } from './agent-folder.ts';
import type { FolderEnvironment } from './folder-environment.ts';

/** An agent as its files said at one moment. */
export interface AgentVersion {
  readonly folder: AgentFolder;
  readonly model: AgentFn;
  readonly environment: FolderEnvironment;
}

/** The versions of an agent whose files may change while it is served. */
export interface AgentVersions {
  /** The newest version that can be used. */
  current(): AgentVersion;
  /** The version that a task began with; the newest for a task that is not known. */
  ofTask(taskId: string): AgentVersion;
  /** The version for a task, which the first call chooses: the newest, after a look at the files. */
  forTask(taskId: string): Promise<AgentVersion>;
  /** Looks at the files, and resolves to the newest version that can be used. */
  refresh(): Promise<AgentVersion>;
  /** Calls a function whenever there is a newer version; what it returns ends that. */
  watch(onChange: () => void): () => void;
}

export interface AgentVersionsOptions {
  /** Makes a version of files; throws where they cannot be used. */
  readonly make: (files: AgentFiles) => Promise<AgentVersion>;
  /** Receives why files cannot be used, once for each state of the files. */
  readonly onBroken?: (why: unknown) => void;
}

/** Of so many tasks the versions they began with are known. */
const MOST_TASKS = 10_000;

/** Follows the files of an agent. A change of them holds for tasks that begin later. */
export function followAgent(
  place: AgentPlace,
  first: { readonly files: AgentFiles; readonly version: AgentVersion },
  options: AgentVersionsOptions,
): AgentVersions {
  const { make, onBroken } = options;
  let current = first.version;
  /** The state of the files that was last tried, whether it could be used or not. */
  let tried = first.files.version;
  let lastFailure: string | undefined;
  let looking: Promise<AgentVersion> | undefined;
  let next: Promise<AgentVersion> | undefined;
  const watchers = new Set<() => void>();
  const pinned = new Map<string, AgentVersion>();

  async function look(): Promise<AgentVersion> {
    try {
      const files = await agentFiles(place);
      if (files.version === tried) return current;
      tried = files.version;
      current = await make(files);
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

  function refresh(): Promise<AgentVersion> {
    if (!looking) {
      looking = look().finally(() => {
        looking = undefined;
      });
      return looking;
    }
    // A look that is under way may have read before the change that this caller knows of.
    next ??= looking.then(() => {
      next = undefined;
      return refresh();
    });
    return next;
  }

  return {
    current: () => current,
    ofTask: (taskId) => pinned.get(taskId) ?? current,
    async forTask(taskId) {
      const known = pinned.get(taskId);
      if (known) return known;
      const version = await refresh();
      const chosen = pinned.get(taskId) ?? version;
      pinned.set(taskId, chosen);
      const [oldest] = pinned.size > MOST_TASKS ? pinned.keys() : [];
      if (oldest !== undefined) pinned.delete(oldest);
      return chosen;
    },
    refresh,
    watch(onChange) {
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
