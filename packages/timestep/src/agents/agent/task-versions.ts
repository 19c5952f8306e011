import type { AgentTexts, AgentVersionStore } from '#engine/port';
import type { AgentVersion } from './agent-versions.ts';

export interface TaskVersionDeps {
  /** Loads the store of the tasks' agent versions. Resolves to undefined if only this process knows them. */
  readonly store: () => Promise<AgentVersionStore | undefined>;
  readonly restore: (texts: AgentTexts) => Promise<AgentVersion>;
  /** Receives errors of the store, and of versions that cannot be restored. */
  readonly onBroken: (why: unknown) => void;
}

/**
 * Finds the agent version of a task for which this process has none; `newest` is for a task that starts now.
 * Resolves to undefined if the store cannot be read at the moment.
 */
export type FindTaskVersion = (
  taskId: string,
  newest: AgentVersion,
) => Promise<AgentVersion | undefined>;

/** Finds the version of the agent with which another process began a task, and records the version of a new task. */
export function createAgentVersionFinder({
  store,
  restore,
  onBroken,
}: TaskVersionDeps): FindTaskVersion {
  const restored = new Map<string, AgentVersion>();

  async function restoreVersionOrNewest(
    kept: AgentVersionStore,
    id: string,
    newest: AgentVersion,
  ): Promise<AgentVersion> {
    const known = restored.get(id);
    if (known) return known;
    const texts = await kept.read(id);
    const version = texts ? await restoreOrReport(texts, newest) : newest;
    restored.set(id, version);
    return version;
  }

  async function restoreOrReport(texts: AgentTexts, newest: AgentVersion): Promise<AgentVersion> {
    try {
      return await restore(texts);
    } catch (thrown) {
      onBroken(thrown);
      return newest;
    }
  }

  return async (taskId, newest) => {
    try {
      const kept = await store();
      if (!kept) return newest;
      const id = await kept.pin(taskId, newest.kept());
      return id === newest.kept().id ? newest : await restoreVersionOrNewest(kept, id, newest);
    } catch (thrown) {
      onBroken(thrown);
      return undefined;
    }
  };
}
