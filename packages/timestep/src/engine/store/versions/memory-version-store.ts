import type { AgentTexts, AgentVersionStore } from '#engine/port';

/**
 * A store of agent versions in memory. Lists of tasks in memory also read it, and erasing a task erases its
 * version.
 */
export interface MemoryVersionStore extends AgentVersionStore {
  getVersion(taskId: string): string | undefined;
  erase(taskId: string): void;
}

/** Creates a store of agent versions in the memory of this process. */
export function createMemoryVersionStore(): MemoryVersionStore {
  const texts = new Map<string, AgentTexts>();
  const versions = new Map<string, string>();
  return {
    async pin(taskId, version) {
      const known = versions.get(taskId);
      if (known !== undefined) return known;
      versions.set(taskId, version.id);
      texts.set(version.id, version.texts);
      return version.id;
    },
    read: async (id) => texts.get(id),
    getVersion: (taskId) => versions.get(taskId),
    erase(taskId) {
      const version = versions.get(taskId);
      if (version === undefined) return;
      versions.delete(taskId);
      if (![...versions.values()].includes(version)) texts.delete(version);
    },
  };
}
