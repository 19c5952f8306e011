/** A registration on a server, which can be removed. */
export interface Registered {
  remove(): void;
}

/** The registrations of one kind on a server, by the definitions they came from. */
export interface Registry<T> {
  /**
   * Removes registrations that are not wanted any more, and adds new ones; the others stay
   * unchanged.
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
        // Removals come first, because a new registration may have the same name.
        one.remove();
        registered.delete(definition);
      }
      for (const [definition, one] of wanted) {
        if (!registered.has(definition)) registered.set(definition, register(one));
      }
    },
  };
}
