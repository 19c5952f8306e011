/** A tool, prompt or resource registered on a server, which can be removed. */
export interface Registered {
  remove(): void;
}

/**
 * All registrations of one kind (tools, prompts or resources) on a server, keyed by their
 * definitions.
 */
export interface Registry<T> {
  /**
   * Removes registrations that are not in `wanted`, and adds those missing. Other registrations
   * stay unchanged.
   */
  become(wanted: readonly (readonly [object, T])[], register: (one: T) => Registered): void;
}

export function createRegistry<T>(): Registry<T> {
  const registered = new Map<object, Registered>();
  return {
    become(wanted, register) {
      const kept = new Set(wanted.map(([definition]) => definition));
      for (const [definition, one] of registered) {
        if (kept.has(definition)) continue;
        // Removals happen before additions, because a new registration may have the same name.
        one.remove();
        registered.delete(definition);
      }
      for (const [definition, one] of wanted) {
        if (!registered.has(definition)) registered.set(definition, register(one));
      }
    },
  };
}
